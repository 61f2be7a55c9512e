import StreamCore

/// The failures of the streams that the random tests are made of.
enum Problem: Error, Hashable, CustomStringConvertible {
  case cold
  case thrown
  case mapped
  case late
  var description: String { "#" }
}

typealias Said = Event<Int, Problem>

/// What a stream does when it is subscribed to: some values, then an end, or none.
struct Input {
  enum End: Int { case completes, fails, never }
  /// At which tick after the subscription, in order. `nil` for one that sends everything while it is being subscribed to.
  var ticks: [Int]?
  var values: [Int]
  var end: End
  var endTick = 0

  /// What it says, in order.
  var events: [(tick: Int, event: Said)] {
    var events: [(tick: Int, event: Said)] = []
    for (index, value) in values.enumerated() { events.append((ticks?[index] ?? 0, .next(value))) }
    switch end {
    case .completes: events.append((endTick, .completed))
    case .fails: events.append((endTick, .failed(.cold)))
    case .never: break
    }
    return events
  }
}

/// A stream and what is applied to it.
struct Chain {
  var source: Input
  var steps: [Step] = []
  /// The tick at which its subscriber leaves, before anything else happens then.
  var left: Int?

  struct Step {
    var name: Name
    /// Two small numbers, of which each operator makes what it needs.
    var n = 0
    var m = 0
    /// The other streams: one for an operator over two, three for one that makes a stream of each value.
    var others: [Chain] = []
  }
}

enum Name: Int, CaseIterable {
  // One stream.
  case map, mapTo, filter, compactMap, scan, scanInto, reduce, collect, collectCount, combinePrevious, pairwise,
    enumerated
  case startWith, append, defaultIfEmpty, intersperse, distinct, distinctBy, unique, ignore
  case take, takeWhile, takeUntilFirst, takeLast, skip, skipWhile, skipUntilFirst, skipLast
  case elementAt, first, firstWhere, last, lastWhere, ignoreValues, materialized, contains, allSatisfy, count, min, max
  case collectOverlapping, windowCount, grouped
  // Failures, and again.
  case ignoreFailure, replaceFailure, mapFailure, attempt, `catch`, retry, `repeat`
  // Two streams.
  case merge, concat, zip, combineLatest, withLatest, sample, takeUntil, skipUntil, race, switchIfEmpty
  case paused, pausedBuffering, takeUntilReplacement
  // A stream for each value.
  case flatMap, flatMapTwo, concatMap, flatMapLatest, flatMapFirst
  // Time.
  case delay, debounce, throttle, timeout, collectFor, takeFor, skipFor, windowFor

  /// How many other streams it needs.
  var others: Int {
    switch self {
    case .catch: 1
    case .flatMap, .flatMapTwo, .concatMap, .flatMapLatest, .flatMapFirst: 3
    default: rawValue >= Name.merge.rawValue && rawValue <= Name.takeUntilReplacement.rawValue ? 1 : 0
    }
  }

  /// Whether it can run a stream several times.
  var multiplies: Bool { others == 3 || self == .retry || self == .repeat }
}

extension Chain: CustomStringConvertible {
  var description: String {
    source.description + steps.map { ".\($0)" }.joined() + (left.map { ", left at \($0)" } ?? "")
  }
}

extension Chain.Step: CustomStringConvertible {
  var description: String {
    "\(name)(" + (["\(n)", "\(m)"] + others.map(\.description)).joined(separator: ", ") + ")"
  }
}

extension Input: CustomStringConvertible {
  var description: String { "\(ticks == nil ? "now" : "cold")(\"\(marbles(events.map { ($0.tick, $0.event) }))\")" }
}

/// A number made of two, small enough to be read.
func mix(_ one: Int, _ other: Int) -> Int { (one * 7 + other) % 100 }

/// A number made of many.
func mix(_ values: [Int]) -> Int { values.reduce(values.count, mix) }
