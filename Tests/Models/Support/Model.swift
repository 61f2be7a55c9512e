import Foundation
public import Interleaving

/// How the models are explored: within bounds that a build server has time for, or as the environment says.
///
/// MODEL_PREEMPTIONS sets the bound on preemptions (`all` for none), MODEL_SCHEDULES the most schedules of each model, MODEL_ROUNDS
/// explores so many schedules at random instead, from MODEL_SEED. With MODEL_STOPS the first fault ends the process.
public enum Bounds {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  static let rounds = number("MODEL_ROUNDS")
  static let seed = UInt64(number("MODEL_SEED") ?? 1)
  public static let schedules = number("MODEL_SCHEDULES") ?? 60_000
  static let stops = number("MODEL_STOPS") != nil
  static func preemptions(_ usual: Int) -> Int { number("MODEL_PREEMPTIONS") ?? usual }
  static let hasNone = ProcessInfo.processInfo.environment["MODEL_PREEMPTIONS"] == "all"
}

/// Explores a model, and says how much of it.
///
/// - Parameter withoutBound: Explores it a second time, with any number of preemptions. Neighbouring steps that commute
///   are left out there, which takes the count of references as given; with a bound nothing is left out.
public func model(
  _ name: String, withoutBound: Bool = false, preemptions: Int = 2, weakness: Int = 1, expiries: Int = 0,
  steps: Int = 5_000, schedules: Int = Bounds.schedules, findsLeaks: Bool = true, _ body: @escaping (Program) -> Void
) throws {
  var limits = Limits(steps: steps, schedules: schedules, weakness: weakness, findsLeaks: findsLeaks)
  limits.expiries = expiries
  if let rounds = Bounds.rounds { return try explored(name, .priorities(rounds, seed: Bounds.seed), limits, body) }
  if !Bounds.hasNone { try explored(name, .all(preemptions: Bounds.preemptions(preemptions)), limits, body) }
  guard Bounds.hasNone || withoutBound && !Bounds.stops else { return }
  limits.schedules = max(schedules, 200_000)
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

/// What a handler was told. It is a plain variable, so handlers that overlap are a race.
public final class Told<Value: Sendable>: Sendable {
  private let shared: Shared<[Value]>

  public init() { shared = Shared([]) }

  public func append(_ value: Value) { shared.value.append(value) }
  public var values: [Value] { shared.value }
}

/// A number that any thread may count, which is no step of the model.
public final class Count: Sendable {
  private let lock = NSLock()

  /// Guard: the lock.
  nonisolated(unsafe) private var number = 0

  public init() {}

  public func add(_ more: Int = 1) { lock.withLock { number += more } }
  public var now: Int { lock.withLock { number } }
}

extension Array where Element == Int {
  /// The numbers between `thousand` thousands and the next.
  public func ofThousand(_ thousand: Int) -> [Int] { filter { $0 / 1_000 == thousand } }
  public var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
