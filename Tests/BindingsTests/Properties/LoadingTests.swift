import Rill
import StreamTesting
import Testing

@Suite struct LoadingTests {
  private struct Unknown: Error, Equatable {}

  @Test func theNewestQuestionIsAnsweredAndWhatWasKnownStaysKnown() {
    let time = TestScheduler()
    let city = MutableProperty("Rome")
    let heard = Heard<Loading<String, Unknown>>()
    time.perform {
      let forecast = Property(loading: city) { (city: String) async throws(Unknown) -> String in
        try? await time.sleep(for: .seconds(2))
        if city.isEmpty { throw Unknown() }
        return "sun in \(city)"
      }
      forecast.subscribe { heard.append($0) }
      time.advance(by: .seconds(2))
      city.value = "Bonn"
      time.advance(by: .seconds(1))
      city.value = ""
      time.advance(by: .seconds(3))
      #expect(forecast.value.latest == "sun in Rome")
    }
    #expect(
      heard.values == [
        .pending(previous: nil), .value("sun in Rome"), .pending(previous: "sun in Rome"),
        .pending(previous: "sun in Rome"), .failed(Unknown(), previous: "sun in Rome"),
      ])
  }
}
