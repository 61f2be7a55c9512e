import Operators
import StreamTesting
import Testing

/// Random tests of two sources of StreamCore, over lists and timetables.
struct RandomCreatingTests {
  /// The closure throws at a random place, or the subscriber stops at one.
  @Test func unfoldIsLikeAListThatIsCutShort() {
    forRandomLists { list, random in
      let (stop, fault) = (1 + random.below(14), random.below(20))
      let calls = Counter()
      let numbers = Signal<Int, Oops>.unfold(list[...]) { (rest: inout ArraySlice<Int>) throws(Oops) -> Int? in
        calls.up()
        if list.count - rest.count == fault { throw .oops }
        return rest.popFirst()
      }
      let values = list.prefix(fault)
      let recorder = Recorder(numbers.take(stop))
      #expect(recorder.values == Array(values.prefix(stop)))
      let isStopped = stop <= values.count
      #expect(recorder.completion == (isStopped || fault > list.count ? .completed : .failed(.oops)))
      #expect(calls.count == (isStopped ? stop : values.count + 1))
      guard fault > list.count else { return }
      #expect(Array(LazyStream.unfold(list[...]) { $0.popFirst() }.take(stop)) == recorder.values)
    }
  }

  /// Each value acquires a resource, which is used until the next value, for a time, or until the subscriber disposes.
  @Test func usingHoldsAResourceForItsSubscription() {
    var random = Random(state: 11)
    for _ in 0..<400 {
      let (table, n) = (Timetable(&random), 1 + random.below(6))
      let left = 1 + 2 * random.below(table.end)
      let time = TestScheduler()
      let notes = Notes<(tick: Int, event: String)>()
      let note: @Sendable (String) -> Void = { notes.add((ticks(time.now.offset), $0)) }
      let stream = table.signal(on: time).flatMapLatest { value in
        Signal<Int, Oops>.using(
          { () throws(Oops) in
            if value == 0 { throw .oops }
            note("acquires \(value)")
            return value
          }, release: { note("releases \($0)") }
        ) { Signal.timer(after: time.ticks(2 * n + 1), on: time).mapTo($0).promoteFailure() }
      }
      let handle = stream.subscribeEvents { if $0.isTerminal { note("ends") } }
      time.schedule(after: time.ticks(left)) { handle.dispose() }
      time.run()

      var expected: [String] = []
      var held: (value: Int, until: Int)?
      var end = Int?.some(table.end)
      func release(before tick: Int) {
        guard let (value, until) = held else { return }
        expected.append("\(min(tick, until)): releases \(value)")
        held = nil
      }
      for (tick, value) in table.moments where end != nil && tick < left {
        release(before: tick)
        if value == 0 {
          expected.append("\(tick): ends")
          end = nil
        } else {
          expected.append("\(tick): acquires \(value)")
          held = (value, tick + 2 * n + 1)
        }
      }
      // The result ends with the source or with the last stream, whichever is later.
      if let last = end {
        let due = max(last, held?.until ?? 0)
        if due < left { expected.append("\(due): ends") }
        release(before: left)
      }
      let actual = notes.all.map { "\($0.tick): \($0.event)" }
      guard actual.sorted() != expected.sorted() else { continue }
      Issue.record("n = \(n), \(table), disposed at \(left): expected \(expected), got \(actual)")
      return
    }
  }
}
