/// The choices of an execution: for each decision by number, the chosen option if it is not the first.
///
/// The first option is always that the current thread continues, and that a load sees the newest value. So a schedule
/// is short, and so is its text: `12.1 30.2` is the second option at decision 12 and the third at decision 30.
public struct Schedule: Sendable, Hashable, LosslessStringConvertible {
  var choices: [Int: Int]

  init(_ choices: [Int: Int]) { self.choices = choices }

  /// Parses the line that a failure prints; `nil` for anything else.
  public init?(_ description: String) {
    choices = [:]
    let parts = description.split(separator: " ")
    if parts.isEmpty { return nil }
    if parts == ["-"] { return }
    for part in parts {
      let numbers = part.split(separator: ".").map { Int($0) }
      guard numbers.count == 2, let decision = numbers[0], let choice = numbers[1], decision >= 0, choice > 0,
        choices.updateValue(choice, forKey: decision) == nil
      else { return nil }
    }
  }

  /// The text of the schedule. A dash means that every thread runs for as long as it can.
  public var description: String {
    if choices.isEmpty { return "-" }
    return choices.sorted { $0.key < $1.key }.map { "\($0.key).\($0.value)" }.joined(separator: " ")
  }
}

/// The SplitMix64 generator: the same choices for the same seed on all systems.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A set of threads.
struct ThreadSet: Equatable {
  var bits: UInt16 = 0

  func contains(_ thread: Int) -> Bool { bits & (1 << UInt16(thread)) != 0 }
  mutating func insert(_ thread: Int) { bits |= 1 << UInt16(thread) }
  mutating func remove(_ thread: Int) { bits &= ~(1 << UInt16(thread)) }
  func union(_ other: ThreadSet) -> ThreadSet { ThreadSet(bits: bits | other.bits) }
}

/// The options of a decision.
struct Options {
  /// The runnable threads, the current one first if it is runnable; empty for a choice of values.
  var threads: [Int] = []
  var count: Int

  /// Whether all options but the first are preemptions: the current thread could continue.
  var isPreemption = false

  init(threads: [Int], isPreemption: Bool) {
    self.threads = threads
    self.isPreemption = isPreemption
    count = threads.count
  }

  init(values: Int) { count = values }

  var isOfThreads: Bool { !threads.isEmpty }
}

/// Makes the choices of an execution.
protocol Strategy: AnyObject {
  /// Called before each execution.
  func begin()

  /// Returns the number of an option, or `nil` if all remaining options have been explored.
  func choose(_ options: Options, at step: Int, _ pending: (Int) -> Operation) -> Int?

  /// Called when a thread waits for other threads by spinning.
  func noteSpinning(_ thread: Int)

  /// Returns whether there is another schedule to explore.
  func advance(after steps: Int) -> Bool
}

extension Strategy {
  func begin() {}
  func noteSpinning(_ thread: Int) {}
}

/// Makes the choices of a schedule, and takes the first option elsewhere.
final class Replay: Strategy {
  private let schedule: Schedule
  private var decision = 0

  init(_ schedule: Schedule) { self.schedule = schedule }

  func begin() { decision = 0 }

  func choose(_ options: Options, at step: Int, _ pending: (Int) -> Operation) -> Int? {
    guard options.count > 1 else { return 0 }
    defer { decision += 1 }
    return min(schedule.choices[decision] ?? 0, options.count - 1)
  }

  func advance(after steps: Int) -> Bool { false }
}
