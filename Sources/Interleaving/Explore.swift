/// A program to explore: its set-up, its threads, and its checks at the end.
public final class Program {
  private var threads: [() -> Void] = []
  private var checks: [() -> Void] = []

  init() {}

  /// Adds a thread. All threads begin when the set-up has returned.
  public func thread(_ body: @escaping @Sendable () -> Void) { threads.append(body) }

  /// Adds a check that runs on the set-up's thread when all threads have finished.
  public func atEnd(_ body: @escaping @Sendable () -> Void) { checks.append(body) }

  func takeThreads() -> [() -> Void] {
    defer { threads = [] }
    return threads
  }

  func takeChecks() -> [() -> Void] {
    defer { checks = [] }
    return checks
  }
}

/// Specifies the interleavings to explore.
public struct Search: Sendable {
  enum Kind: Sendable {
    case all(preemptions: Int?)
    case random(rounds: Int, seed: UInt64)
    case priorities(rounds: Int, depth: Int, seed: UInt64)
    case replay(Schedule)
  }

  let kind: Kind

  /// Every interleaving, except for permutations of adjacent steps that commute.
  ///
  /// For programs with a dozen steps per thread, whose threads communicate only through modelled objects. Reference
  /// counts are not modelled: where several threads can release the last reference, use a bound, with which nothing is
  /// skipped.
  public static let all = Search(kind: .all(preemptions: nil))

  /// Every interleaving with at most `preemptions` preemptions, where a thread is stopped that could continue.
  ///
  /// A negative bound traps.
  public static func all(preemptions: Int) -> Search {
    precondition(preemptions >= 0, "`all(preemptions:)` needs a bound of 0 or more, got \(preemptions).")
    return Search(kind: .all(preemptions: preemptions))
  }

  /// Random schedules that choose each thread with equal probability at every step. Less than one round traps.
  public static func random(_ rounds: Int, seed: UInt64) -> Search {
    precondition(rounds > 0, "`random(_:seed:)` needs 1 schedule or more, got \(rounds).")
    return Search(kind: .random(rounds: rounds, seed: seed))
  }

  /// Random schedules with thread priorities that change at `depth - 1` steps (PCT).
  ///
  /// The probability of finding a fault that needs `depth` ordered steps has a known lower bound; equal probabilities
  /// rarely find one. Less than one round, or a depth below one, traps.
  public static func priorities(_ rounds: Int, depth: Int = 3, seed: UInt64) -> Search {
    precondition(rounds > 0 && depth > 0, "`priorities` needs positive arguments, got \(rounds), \(depth).")
    return Search(kind: .priorities(rounds: rounds, depth: depth, seed: seed))
  }

  /// One schedule, as a failure printed it. An invalid schedule traps.
  public static func replay(_ line: String) -> Search {
    guard let schedule = Schedule(line) else { preconditionFailure("`replay(_:)` needs a schedule, got \(line).") }
    return Search(kind: .replay(schedule))
  }
}

/// The limits of an exploration.
public struct Limits: Sendable {
  /// The maximum number of steps of an execution; a longer one is a livelock.
  public var steps = 5_000

  /// The maximum number of schedules.
  public var schedules = Int.max

  /// The maximum number of weak outcomes per execution, `nil` for no limit.
  ///
  /// Weak outcomes are loads of old values, and spurious failures and wake-ups. Random schedules have no such limit.
  public var weakness: Int? = 2

  /// How many times per execution the time limit of a draining thread may pass.
  package var expiries = 0

  /// Whether all modelled objects made by the program must be released at its end.
  public var findsLeaks = true

  /// Creates limits.
  public init(
    steps: Int = 5_000, schedules: Int = .max, weakness: Int? = 2, findsLeaks: Bool = true
  ) {
    self.steps = steps
    self.schedules = schedules
    self.weakness = weakness
    self.findsLeaks = findsLeaks
  }
}

/// The result of an exploration that found no fault.
public struct Exploration: Sendable, CustomStringConvertible {
  /// The number of completed schedules.
  public internal(set) var schedules = 0

  /// The number of schedules that were pruned because another one is equivalent.
  public internal(set) var pruned = 0

  /// The number of steps of the longest schedule.
  public internal(set) var longest = 0

  /// Whether the search has finished: all schedules within the bounds were explored, or all random rounds.
  public internal(set) var isComplete = false

  /// The duration of the exploration.
  public internal(set) var duration = Duration.zero

  /// The figures as text.
  public var description: String {
    let whole = isComplete ? "all" : "some"
    return "\(schedules) schedules (\(whole)), \(pruned) pruned, \(longest) steps at most, \(duration)"
  }
}

/// Explores the interleavings of a program, and throws the first failure with the shortest schedule found for it.
///
/// ```swift
/// try explore(.all(preemptions: 2)) { program in
///   let cell = Cell<Int>()
///   program.thread { cell.put(1) }
///   program.thread { cell.put(2) }
///   program.atEnd { expect(cell.take() != nil) }
/// }
/// ```
///
/// `body` sets up the shared state. It runs for each schedule, once before the first, and to shorten a schedule that
/// fails. Threads may use modelled objects (``Atomic``, ``Mutex``, ``Shared``). They must not use anything else that
/// blocks, or anything that differs from run to run: no clocks, no random numbers, no tasks. One exploration runs at a
/// time.
@discardableResult
public func explore(
  _ search: Search = .all(preemptions: 2), limits: Limits = Limits(), _ body: @escaping (Program) -> Void
) throws(InterleavingFailure) -> Exploration {
  try Explorer(search, limits, body).run()
}

/// Records a failure unless the condition holds. Outside an exploration it traps.
public func expect(
  _ condition: Bool, _ what: @autoclosure () -> String = "", fileID: StaticString = #fileID, line: UInt = #line
) {
  guard !condition else { return }
  let place = SourcePlace(fileID, line)
  guard let thread = LogicalThread.current else { preconditionFailure("Expectation failed at \(place): \(what())") }
  let text = what()
  let said = text.isEmpty ? "at \(place)" : "\(text), at \(place)"
  thread.execution.record(thread, place) { "expectation failed" }
  thread.execution.fail(.expectation(said))
}
