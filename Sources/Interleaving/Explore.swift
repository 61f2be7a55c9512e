/// A program to be explored: what it sets up, its threads, and what has to be so when they are over.
public final class Program {
  private var threads: [() -> Void] = []
  private var checks: [() -> Void] = []

  init() {}

  /// A thread of the program. All begin when the set-up has returned.
  public func thread(_ body: @escaping @Sendable () -> Void) { threads.append(body) }

  /// What is done, on the thread of the set-up, when all threads are over.
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

/// Which interleavings of a program are explored.
public struct Search: Sendable {
  enum Kind: Sendable {
    case all(preemptions: Int?)
    case random(rounds: Int, seed: UInt64)
    case priorities(rounds: Int, depth: Int, seed: UInt64)
    case replay(Schedule)
  }

  let kind: Kind

  /// Every interleaving; those that differ only in the order of neighbouring steps which commute count as one.
  ///
  /// For programs of a dozen steps a thread, whose threads meet only in what is explored: the count of references is
  /// not, so where a thread can be the last that holds something use a bound, with which nothing is left out.
  public static let all = Search(kind: .all(preemptions: nil))

  /// Every interleaving in which at most so many threads are stopped where they could have gone on. A negative bound
  /// traps.
  public static func all(preemptions: Int) -> Search {
    precondition(preemptions >= 0, "There cannot be \(preemptions) preemptions.")
    return Search(kind: .all(preemptions: preemptions))
  }

  /// So many schedules in which everyone has equal chances at every step. Fewer than one trap.
  public static func random(_ rounds: Int, seed: UInt64) -> Search {
    precondition(rounds > 0, "There cannot be \(rounds) schedules.")
    return Search(kind: .random(rounds: rounds, seed: seed))
  }

  /// So many schedules in which threads have priorities that change at `depth - 1` steps (PCT): it finds a fault that
  /// takes `depth` steps in a certain order with a chance that can be stated, where equal chances hardly ever do. Fewer
  /// rounds or a depth less than one trap.
  public static func priorities(_ rounds: Int, depth: Int = 3, seed: UInt64) -> Search {
    precondition(rounds > 0 && depth > 0, "There cannot be \(rounds) schedules of depth \(depth).")
    return Search(kind: .priorities(rounds: rounds, depth: depth, seed: seed))
  }

  /// One schedule, as a failure has printed it. What is not a schedule traps.
  public static func replay(_ line: String) -> Search {
    guard let schedule = Schedule(line) else { preconditionFailure("\(line) is not a schedule.") }
    return Search(kind: .replay(schedule))
  }
}

/// What an exploration does at most.
public struct Limits: Sendable {
  /// How many steps an execution takes; one that takes more is a livelock.
  public var steps = 5_000

  /// After how many schedules it ends, though there are more.
  public var schedules = Int.max

  /// How many loads of one execution find an old value, and weak exchanges fail for no reason; `nil` for any number.
  /// Random schedules have no such bound.
  public var weakness: Int? = 2

  /// How often, in an execution, the time of a thread that delivers for others may be over.
  package var expiries = 0

  /// Whether everything that is explored and was made in the program has to be gone when it is over.
  public var findsLeaks = true

  /// The limits by default.
  public init(
    steps: Int = 5_000, schedules: Int = .max, weakness: Int? = 2, findsLeaks: Bool = true
  ) {
    self.steps = steps
    self.schedules = schedules
    self.weakness = weakness
    self.findsLeaks = findsLeaks
  }
}

/// What was explored without finding anything wrong.
public struct Exploration: Sendable, CustomStringConvertible {
  /// How many schedules were run to their end.
  public internal(set) var schedules = 0

  /// How many were given up, since others stand for them.
  public internal(set) var pruned = 0

  /// The steps of the longest.
  public internal(set) var longest = 0

  /// Whether there are no more within the bounds.
  public internal(set) var isComplete = false

  /// How long it took.
  public internal(set) var duration = Duration.zero

  /// The figures.
  public var description: String {
    let whole = isComplete ? "all" : "some"
    return "\(schedules) schedules (\(whole)), \(pruned) pruned, \(longest) steps at most, \(duration)"
  }
}

/// Explores the interleavings of a program, and throws the first failure, made as short as possible.
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
/// `body` is run once for each schedule, and once before; it sets up what the threads share. Threads may use what is
/// explored (``Atomic``, ``Mutex``, ``Shared``), and nothing else that makes a thread wait or that is different every
/// time: no clocks, no chance, no tasks. One exploration runs at a time.
@discardableResult
public func explore(
  _ search: Search = .all(preemptions: 2), limits: Limits = Limits(), _ body: @escaping (Program) -> Void
) throws(InterleavingFailure) -> Exploration {
  try Explorer(search, limits, body).run()
}

/// Takes note that something is wrong, unless it is so. Where nothing is explored it traps.
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
