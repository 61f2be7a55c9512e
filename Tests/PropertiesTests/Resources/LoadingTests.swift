import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct LoadingTests {
  private struct Unknown: Error, Equatable {}

  @Test func theNewestQuestionIsAnsweredAndThePreviousAnswerIsKept() {
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

  @Test func aCachedAnswerIsKnownFromTheStart() {
    let time = TestScheduler()
    let city = MutableProperty("Rome")
    let heard = Heard<Loading<String, Unknown>>()
    time.perform {
      let forecast = Property(loading: city, previous: "rain") { (city: String) async throws(Unknown) -> String in
        try? await time.sleep(for: .seconds(2))
        if city == "Rome" { throw Unknown() }
        return "sun"
      }
      #expect(forecast.value.latest == "rain")
      forecast.subscribe { heard.append($0) }
      time.advance(by: .seconds(2))
      city.value = "Bonn"
      time.advance(by: .seconds(2))
    }
    #expect(
      heard.values == [
        .pending(previous: "rain"), .failed(Unknown(), previous: "rain"), .pending(previous: "rain"), .value("sun"),
      ])
  }

  /// Whether the newest question is being asked, and how many were.
  private final class Service: Sendable {
    let asked = Heard<String>()
    let cancelled = Heard<String>()

    func answer(_ question: String, by time: TestScheduler) async -> String {
      asked.append(question)
      do {
        try await time.sleep(for: .seconds(2))
        return question + "!"
      } catch {
        cancelled.append(question)
        return ""
      }
    }
  }

  private func withAnswer(
    _ body: (TestScheduler, MutableProperty<String>, Service, Property<Loading<String, Never>>) -> Void
  ) {
    let (time, question, service) = (TestScheduler(), MutableProperty("a"), Service())
    time.perform {
      let answer = Property(loading: question) { await service.answer($0, by: time) }
      time.advance()
      body(time, question, service, answer)
      time.run()
    }
  }

  @Test func itIsCancelledWhenTheLastObserverLeaves() {
    withAnswer { time, question, service, answer in
      let (first, second) = (answer.subscribe { _ in }, answer.subscribe { _ in })
      first.dispose()
      time.advance(by: .seconds(1))
      #expect(service.cancelled.values.isEmpty)
      second.dispose()
      time.advance(by: .seconds(5))
      #expect(service.cancelled.values == ["a"])
      #expect(answer.value == .pending(previous: nil))
      question.value = "b"
      time.advance()
      #expect(service.asked.values == ["a"])
      let heard = Heard<Loading<String, Never>>()
      answer.subscribe { heard.append($0) }
      time.advance(by: .seconds(2))
      #expect(service.asked.values == ["a", "b"])
      #expect(heard.values.last == .value("b!"))
    }
  }

  @Test func observersOfDerivedPropertiesCount() {
    withAnswer { time, question, service, answer in
      let shown = Property { answer.value.latest ?? "…" }.map { $0 + " " }
      #expect(shown.value == "… ")
      let (isShown, heard) = (MutableProperty(true), Heard<String>())
      let either = isShown.flatMap { $0 ? shown : Property(constant: "-") }.distinctUntilChanged()
      let watching = either.subscribe { heard.append($0) }
      time.advance(by: .seconds(2))
      #expect(heard.values == ["… ", "a! "])
      // From here on, no watched property depends on the loading.
      isShown.value = false
      question.value = "b"
      time.advance()
      #expect(service.asked.values == ["a"])
      isShown.value = true
      time.advance(by: .seconds(2))
      #expect(service.asked.values == ["a", "b"])
      #expect(heard.values == ["… ", "a! ", "-", "a! ", "b! "])
      question.value = "c"
      time.advance()
      watching.dispose()
      time.advance()
      #expect(service.cancelled.values == ["c"])
    }
  }

  @Test func anEffectCounts() {
    withAnswer { time, _, service, answer in
      let watching = effect { _ = answer.value }
      time.advance(by: .seconds(1))
      watching.dispose()
      time.advance()
      #expect(service.cancelled.values == ["a"])
    }
  }

  @Test func itEndsWithTheQuestionAndItsAnswer() {
    let time = TestScheduler()
    time.perform {
      let service = Service()
      let answer = Property(loading: Property(constant: "a")) { await service.answer($0, by: time) }
      let recorder = Recorder(answer.signal)
      time.advance(by: .seconds(2))
      #expect(recorder.events == [.next(.pending(previous: nil)), .next(.value("a!")), .completed])
    }
  }
}
