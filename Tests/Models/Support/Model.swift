import Foundation
public import Interleaving

/// The bounds of the models: affordable on a build server, or set by the environment.
///
/// MODEL_PREEMPTIONS sets the bound on preemptions (`all` for none), and MODEL_SCHEDULES the maximum number of
/// schedules of each model. MODEL_ROUNDS explores that many random schedules instead, with the seed MODEL_SEED. With
/// MODEL_STOPS the first fault ends the process.
public enum Bounds {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  static let rounds = number("MODEL_ROUNDS")
  static let seed = UInt64(number("MODEL_SEED") ?? 1)
  public static let schedules = number("MODEL_SCHEDULES") ?? 12_000
  static let stops = number("MODEL_STOPS") != nil
  static func preemptions(_ usual: Int) -> Int { number("MODEL_PREEMPTIONS") ?? usual }
  static let hasNone = ProcessInfo.processInfo.environment["MODEL_PREEMPTIONS"] == "all"
}

/// Explores a model, and prints the extent.
///
/// - Parameter withoutBound: Explores the model a second time without a bound on preemptions. That skips permutations
///   of adjacent steps that commute, and does not model reference counts; with a bound nothing is skipped.
public func model(
  _ name: String, withoutBound: Bool = false, preemptions: Int = 2, weakness: Int = 1, expiries: Int = 0,
  steps: Int = 5_000, schedules: Int = Bounds.schedules, findsLeaks: Bool = true, _ body: @escaping (Program) -> Void
) throws {
  var limits = Limits(steps: steps, schedules: schedules, weakness: weakness, findsLeaks: findsLeaks)
  limits.expiries = expiries
  if let rounds = Bounds.rounds { return try explored(name, .priorities(rounds, seed: Bounds.seed), limits, body) }
  if !Bounds.hasNone { try explored(name, .all(preemptions: Bounds.preemptions(preemptions)), limits, body) }
  guard Bounds.hasNone || withoutBound && !Bounds.stops else { return }
  limits.schedules = max(schedules, 20_000)
  try explored("\(name), without a bound", .all, limits, body)
}

private func explored(
  _ name: String, _ search: Search, _ limits: Limits, _ body: @escaping (Program) -> Void
) throws {
  let explored = Result { () throws(InterleavingFailure) in try explore(search, limits: limits, body) }
  if Bounds.stops, case .failure(let failure) = explored {
    print("model \(name) finds \(failure)")
    exit(1)
  }
  print("model \(name): \(try explored.get())")
}

/// The values received by a handler. It is a plain variable, so overlapping handlers are a race.
public final class Told<Value: Sendable>: Sendable {
  private let shared: Shared<[Value]>

  public init() { shared = Shared([]) }

  public func append(_ value: Value) { shared.value.append(value) }
  public var values: [Value] { shared.value }
}

/// A counter for any thread; counting is no step of the model.
public final class Count: Sendable {
  private let lock = NSLock()

  /// Guarded by: lock.
  nonisolated(unsafe) private var number = 0

  public init() {}

  public func add(_ more: Int = 1) { lock.withLock { number += more } }
  public var now: Int { lock.withLock { number } }
}

extension Array where Element == Int {
  /// Returns the numbers from `thousand` thousands to the next thousand.
  public func ofThousand(_ thousand: Int) -> [Int] { filter { $0 / 1_000 == thousand } }
  public var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
