import Operators
import StreamTesting
import Testing

struct DematerializeTests {
  typealias Events = [Event<Int, Oops>]

  @Test func picture() {
    let events: [String: Event<Int, Oops>] = ["a": .next(1), "b": .next(2), "c": .completed, "d": .next(3)]
    expectPicture("a--b--c--d--|", "1--2--|") { (source: Letters) in
      source.map { events[$0]! }.assertNoFailure().dematerialize()
    }
  }

  @Test func theFirstEndEndsItAndLaterEventsOfTheCarrierAreIgnored() {
    let events: Events = [.next(1), .next(2), .completed, .next(3)]
    #expect(ends(Signal(events).dematerialize()) == ["1", "2", "completed"])
  }

  @Test func aFailureIsOneAgain() {
    let events: Events = [.next(1), .failed(.oops), .completed]
    #expect(ends(Signal(events).dematerialize()) == ["1", "failed"])
  }

  @Test func aCarrierWithoutAnEndCompletesIt() {
    let events: Events = [.next(1)]
    #expect(ends(Signal(events).dematerialize()) == ["1", "completed"])
  }

  @Test func theCarrierIsDisposedRightThen() {
    let asked = Counter()
    let endless = Signal<Event<Int, Oops>, Never>(attaching: { sink, subscription in
      while subscription.isActive {
        asked.up()
        sink.next(asked.count < 3 ? .next(asked.count) : .completed)
      }
    })
    #expect(values(endless.dematerialize()) == [1, 2])
    #expect(asked.count == 3)
  }

  @Test func itUndoesMaterialize() {
    expectPicture("1--2--#", "1--2--#") { (source: Ints) in source.materialize().dematerialize() }
    expectPicture("1--2--|", "1--2--|") { (source: Ints) in source.materialize().dematerialize() }
  }

  private func ends(_ stream: Signal<Int, Oops>) -> [String] {
    let notes = Notes<String>()
    stream.subscribe(
      next: { notes.add("\($0)") }, failed: { _ in notes.add("failed") }, completed: { notes.add("completed") })
    return notes.all
  }

  @Test func battery() {
    Battery.check("dematerialize") { (input: Signal<Int, TestFailure>) in input.materialize().dematerialize() }
  }
}
