import Rill
import StreamTesting
import Testing

@testable import Recipes

@MainActor @Suite struct SearchAsYouTypeTests {
  private let time = TestScheduler()
  private let asked = MutableProperty<[String]>([])
  private let cancelled = MutableProperty<[String]>([])

  /// An index that answers after a second, and records cancellations.
  private func model(fails: Bool = false) -> SearchModel {
    SearchModel(on: time) { [time, asked, cancelled] text async throws(SearchError) in
      asked.modify { $0.append(text) }
      do {
        try await time.sleep(for: .seconds(1))
      } catch {
        cancelled.modify { $0.append(text) }
      }
      if fails { throw .offline }
      return ["\(text) 1", "\(text) 2"]
    }
  }

  @Test func noSearchForHalfAWord() {
    let model = model()
    for text in ["s", "sw", "swi"] {
      model.text = text
      time.advance(by: .milliseconds(299))
      #expect(model.found == .searching)
    }
    #expect(asked.value == [])
    time.advance(by: .milliseconds(1))
    #expect(asked.value == ["swi"])
    time.advance(by: .seconds(1))
    #expect(model.found == .hits(["swi 1", "swi 2"]))
  }

  @Test func aKeystrokeCancelsTheRequestOnItsWay() {
    let model = model()
    model.text = "swi"
    time.advance(by: .milliseconds(800))
    #expect(asked.value == ["swi"])
    model.text = "swift"
    time.advance()
    #expect(cancelled.value == ["swi"])
    time.advance(by: .milliseconds(1_299))
    #expect(model.found == .searching)
    time.advance(by: .milliseconds(1))
    #expect(model.found == .hits(["swift 1", "swift 2"]))
    #expect(asked.value == ["swi", "swift"])
  }

  @Test func anEmptyFieldShowsNothingImmediately() {
    let model = model()
    model.text = "swift"
    time.run()
    model.text = ""
    #expect(model.found == .nothing)
    time.run()
    #expect(asked.value == ["swift"])
  }

  @Test func aFailureIsOfOneRequest() {
    let model = model(fails: true)
    model.text = "swift"
    time.run()
    #expect(model.found == .failed(.offline))
    model.text = "swif"
    #expect(model.found == .searching)
    time.run()
    #expect(asked.value == ["swift", "swif"])
  }
}
