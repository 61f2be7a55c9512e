import StreamCore

/// The failures of the streams that the random tests are made of.
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

/// What a stream does when it is subscribed to: some values, then an end, or none.
struct Input {
  enum End: Int { case completes, fails, never }
  /// What the library itself makes of time.
  enum Beat { case interval(Int), timer }

  /// At which tick after the subscription, in order. `nil` for one that sends everything while it is being subscribed to.
  var ticks: [Int]?
  var values: [Int]
  var end: End
  var endTick = 0
  /// Set for a stream that is not made by hand; the ticks are then those at which it is to speak.
  var beat: Beat?

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
    /// The other streams: one for an operator over two, two for one over many, three for one that makes a stream of each value.
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

/// A number made of two, small enough to be read.
func mix(_ one: Int, _ other: Int) -> Int { (one * 7 + other) % 100 }

/// A number made of many.
func mix(_ values: [Int]) -> Int { values.reduce(values.count, mix) }
