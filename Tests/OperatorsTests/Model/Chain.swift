import StreamCore

/// The failures of streams in the random tests.
enum Problem: Error, Hashable, CustomStringConvertible {
  case cold
  case thrown
  case mapped
  case late
  case nothing
  case several
  var description: String { "#" }
}

typealias Said = Event<Int, Problem>

/// The behaviour of a source after its subscription: values, then an end or none.
struct Input {
  enum End: Int { case completes, fails, never }
  /// The library's own timed sources.
  enum Beat { case interval(Int), timer }

  /// The ticks of the values after the subscription, in order; `nil` if all are sent synchronously.
  var ticks: [Int]?
  var values: [Int]
  var end: End
  var endTick = 0
  /// Set for one of the library's sources; the ticks are then those expected of it.
  var beat: Beat?

  /// The events in order.
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

/// A source and the operators applied to it.
struct Chain {
  var source: Input
  var steps: [Step] = []
  /// The tick at which the subscriber disposes, before any event of that tick.
  var left: Int?

  struct Step {
    var name: Name
    /// Two small numbers as arguments of the operator.
    var n = 0
    var m = 0
    /// The other streams: one for an operator over two, two for an operator over many, three for a flattening one.
    var others: [Chain] = []
  }
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
  var description: String {
    let kind =
      switch beat {
      case nil: ticks == nil ? "now" : "cold"
      case .interval: "interval"
      case .timer: "timer"
      }
    return "\(kind)(\"\(marbles(events.map { ($0.tick, $0.event) }))\")"
  }
}

/// Mixes two numbers into one that is small enough to read.
func mix(_ one: Int, _ other: Int) -> Int { (one * 7 + other) % 100 }

/// Mixes many numbers into one.
func mix(_ values: [Int]) -> Int { values.reduce(values.count, mix) }
