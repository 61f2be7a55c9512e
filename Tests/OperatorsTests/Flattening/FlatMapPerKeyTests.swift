import Operators
import StreamTesting
import Testing

struct FlatMapPerKeyTests {
  @Test func picture() {
    marbles {
      "a-bA--------|"
      "n--n|"
      "a-baAb-A----|"
    } through: { source, each, _ in
      source.flatMap(.concat, per: { $0.lowercased() }) { value in each.map { _ in value } }
    }
  }

  @Test func theStrategyIsThatOfEachKey() {
    let inner = (0..<4).map { _ in Subject<Int, Never>() }
    for (strategy, expected) in [(FlattenStrategy.latest, ["-0", "-2"]), (.first, ["-0"])] {
      let diary = Diary()
      let source = Subject<Int, Never>()
      let recorder = Recorder(source.flatMap(strategy, per: { $0 % 2 }) { diary.watch("\($0)", inner[$0].signal) })
      for number in 0..<3 { source.send(number) }
      let running = strategy == .latest ? ["+0", "+1", "-0", "+2"] : ["+0", "+1"]
      #expect(diary.all == running)
      recorder.dispose()
      #expect(Set(diary.all.filter { $0.hasPrefix("-") }).isSuperset(of: expected))
    }
  }

  @Test func aKeyIsReleasedWhenItsStreamsAreOver() {
    final class Key: Hashable, Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
      static func == (one: Key, other: Key) -> Bool { one.number == other.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    weak var released: Key?
    let source = Subject<Int, Never>()
    let keys = Notes<Int>()
    let inner = Subject<Int, Never>()
    let last = Lock<Key?>(nil)
    let recorder = Recorder(
      source.flatMap(
        .concat,
        per: { number in
          let key = Key(number)
          last.withLock { $0 = key }
          return key
        }
      ) { _ in inner.signal })
    source.send(1)
    released = last.withLock { key in
      defer { key = nil }
      return key
    }
    #expect(released != nil)
    inner.complete()
    #expect(released == nil)
    keys.add(recorder.values.count)
    source.complete()
    #expect(recorder.completion == .completed)
  }

  @Test func likeALaneForEachKey() {
    compareWithLists { streams, time, n in
      // Sorted, because the order of two keys at one tick is that of the scheduler.
      streams[0].flatMap(.concat, per: { $0 % 3 }) { value in
        Signal.timer(after: time.ticks(2 * n + 1), on: time).mapTo(value).promoteFailure()
      }.map { [ticks(time.now.offset), $0] }.collect().map { $0.sorted { $0.lexicographicallyPrecedes($1) } }
    } _: { tables, n in
      var free = [0, 0, 0]
      var sent: [[Int]] = []
      for (tick, value) in tables[0].moments {
        free[value % 3] = Swift.max(tick, free[value % 3]) + 2 * n + 1
        sent.append([free[value % 3], value])
      }
      sent.sort { $0.lexicographicallyPrecedes($1) }
      let end = Swift.max(tables[0].end, sent.last?[0] ?? 0)
      return ([(end, sent)], end)
    }
  }

  @Test func battery() {
    for strategy in FlatMapTests.strategies {
      Battery.check("flatMap \(strategy) per key") { (input: Signal<Int, TestFailure>) in
        input.flatMap(strategy, per: { $0 % 2 }) { Failing.just($0) }
      }
    }
  }
}
