/// Chooses each runnable thread with equal probability.
final class RandomWalk: Strategy {
  private var random: SeededGenerator
  private var roundsLeft: Int

  init(rounds: Int, seed: UInt64) {
    random = SeededGenerator(state: seed)
    roundsLeft = rounds
  }

  func choose(_ options: Options, at step: Int, _ pending: (Int) -> Operation) -> Int? {
    guard options.count > 1 else { return 0 }
    return options.isOfThreads ? Int.random(in: 0..<options.count, using: &random) : random.value(of: options.count)
  }

  func advance(after steps: Int) -> Bool {
    roundsLeft -= 1
    return roundsLeft > 0
  }
}

extension SeededGenerator {
  /// Returns 0, the usual outcome, with a probability of more than one half.
  fileprivate mutating func value(of count: Int) -> Int {
    Bool.random(using: &self) ? 0 : Int.random(in: 0..<count, using: &self)
  }
}

/// Gives each thread a random priority, and lowers that of the running thread at a few steps chosen in advance.
///
/// Each schedule finds a fault that needs `depth` ordered steps with a probability of at least one in `threads × steps
/// ^ (depth - 1)` (Burckhardt, Kothari, Musuvathi and Nagarakatte, 2010).
final class PrioritiesAtRandom: Strategy {
  private var random: SeededGenerator
  private var roundsLeft: Int
  private let depth: Int

  /// The length of the longest execution so far, at least 64.
  private var length = 64
  private var priorities: [Int: Int] = [:]

  /// The steps at which the priority of the running thread is lowered.
  private var changes: Set<Int> = []
  private var lowest = 0

  init(rounds: Int, depth: Int, seed: UInt64) {
    random = SeededGenerator(state: seed)
    roundsLeft = rounds
    self.depth = depth
  }

  func begin() {
    priorities = [:]
    lowest = 0
    changes = []
    for _ in 1..<depth { changes.insert(Int.random(in: 1...length, using: &random)) }
  }

  func choose(_ options: Options, at step: Int, _ pending: (Int) -> Operation) -> Int? {
    guard options.isOfThreads else { return options.count > 1 ? random.value(of: options.count) : 0 }
    if changes.contains(step), options.isPreemption || options.count > 1 { lower(options.threads[0]) }
    guard options.count > 1 else { return 0 }
    return options.threads.indices.max { priority(options.threads[$0]) < priority(options.threads[$1]) }
  }

  func noteSpinning(_ thread: Int) { lower(thread) }

  private func lower(_ thread: Int) {
    lowest -= 1
    priorities[thread] = lowest
  }

  private func priority(_ thread: Int) -> Int {
    if let known = priorities[thread] { return known }
    let priority = Int.random(in: 1...1_000_000, using: &random)
    priorities[thread] = priority
    return priority
  }

  func advance(after steps: Int) -> Bool {
    length = max(length, steps)
    roundsLeft -= 1
    return roundsLeft > 0
  }
}
