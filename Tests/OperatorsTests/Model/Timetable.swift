import Operators
import StreamTesting
import Testing

/// Random values at distinct ticks, then completion: the input of a random test against a naive version over lists.
struct Timetable {
  typealias Moment = (tick: Int, value: Int)

  let moments: [Moment]
  let end: Int

  /// A table of up to nine values. Its events are at even ticks if `isEven`, otherwise at odd ones, so that those of two
  /// tables never coincide.
  init(_ random: inout Random, isEven: Bool = true) {
    var tick = isEven ? 0 : 1
    moments = (0..<random.below(10)).map { _ in
      tick += 2 + 2 * random.below(4)
      return (tick, random.below(10))
    }
    end = tick + 2 + 2 * random.below(4)
  }

  init(_ moments: [Moment], end: Int) { (self.moments, self.end) = (moments, end) }

  var values: [Int] { moments.map(\.value) }

  /// Returns a stream that sends the table after each subscription.
  func signal(on time: TestScheduler) -> Signal<Int, Oops> {
    let (moments, end) = (moments, end)
    return Signal(attaching: { sink, subscription in
      for (tick, value) in moments {
        subscription.add(time.schedule(after: time.ticks(tick)) { if subscription.isActive { sink.next(value) } })
      }
      subscription.add(time.schedule(after: time.ticks(end)) { if subscription.isActive { sink.end(.completed) } })
    })
  }
}

extension Timetable: CustomStringConvertible {
  var description: String { (moments.map { "\($0.value) at \($0.tick)" } + ["end at \(end)"]).joined(separator: ", ") }
}

/// Compares the events of an operator over random timetables with those of a naive version over lists.
func compareWithLists<Output: Sendable>(
  _ tables: Int = 1,
  _ apply: (_ streams: [Signal<Int, Oops>], _ time: TestScheduler, _ n: Int) -> Signal<Output, Oops>,
  _ naive: (_ tables: [Timetable], _ n: Int) -> (values: [(tick: Int, value: Output)], end: Int)
) {
  var random = Random(state: 7)
  for _ in 0..<400 {
    let inputs = (0..<tables).map { Timetable(&random, isEven: $0 == 0) }
    let n = 1 + random.below(6)
    let time = TestScheduler()
    let recorder = Recorder(apply(inputs.map { $0.signal(on: time) }, time, n), on: time)
    time.run()
    let actual = recorder.records.map { "\(ticks($0.time.offset)): \($0.event)" }
    let (values, end) = naive(inputs, n)
    let expected =
      values.map { "\($0.tick): \(Event<Output, Oops>.next($0.value))" } + ["\(end): \(Event<Output, Oops>.completed)"]
    guard actual != expected else { continue }
    Issue.record("n = \(n), \(inputs): expected \(expected), got \(actual)")
    return
  }
}
