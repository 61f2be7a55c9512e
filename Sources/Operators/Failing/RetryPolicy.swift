/// When, and how often, to try again after a failure; for ``StreamProtocol/retry(_:on:)``.
///
/// ```swift
/// let policy = RetryPolicy<RequestError>.exponential(from: .milliseconds(100), limit: 5)
///   .capped(at: .seconds(2)).jittered(by: 0.5)
/// request.retry(policy.when(\.isTemporary))
/// ```
///
/// A policy is a value: a way to wait, and what the methods below add to it. It counts the retries of one subscription,
/// from one; a limit is a number of retries, so there is one run more.
public struct RetryPolicy<Failure: Error>: Sendable {
  /// The wait before the retry of that number, before cap and jitter.
  private let wait: @Sendable (Int) -> Duration
  private let limit: Int
  private var cap = RetryPolicy.longest
  private var jitter: @Sendable () -> Double = { 0 }
  private var isWorthwhile: @Sendable (Failure) -> Bool = { _ in true }

  /// Whether a value starts the count anew.
  private(set) var resetsOnValue = false

  private init(limit: Int, _ wait: @escaping @Sendable (Int) -> Duration) {
    precondition(limit >= 0, "A stream cannot be retried \(limit) times.")
    self.limit = limit
    self.wait = wait
  }

  /// Tries again at once. A negative limit traps.
  public static func immediate(limit: Int = .max) -> RetryPolicy { RetryPolicy(limit: limit) { _ in .zero } }

  /// Waits the same time before every retry. A negative delay or limit traps.
  public static func constant(_ delay: Duration, limit: Int = .max) -> RetryPolicy {
    delay.requirePositiveOrZero()
    return RetryPolicy(limit: limit) { _ in delay }
  }

  /// Waits `delay` before the first retry and `step` longer before each later one; without a step, as long again as the
  /// first time.
  ///
  /// A negative delay, step or limit traps.
  public static func linear(from delay: Duration, step: Duration? = nil, limit: Int = .max) -> RetryPolicy {
    delay.requirePositiveOrZero()
    let delay = min(delay, longest)
    let step = step ?? delay
    step.requirePositiveOrZero()
    return RetryPolicy(limit: limit) { number in
      step / longest * Double(number) < 1 ? delay + step * (number - 1) : longest
    }
  }

  /// Waits `delay` before the first retry and `factor` times as long before each later one.
  ///
  /// A negative delay or limit, and a factor below one, trap.
  public static func exponential(from delay: Duration, factor: Double = 2, limit: Int = .max) -> RetryPolicy {
    precondition(factor >= 1, "The factor of a growing delay must be one or more, and not \(factor).")
    delay.requirePositiveOrZero()
    return RetryPolicy(limit: limit) { number in
      var wait = delay
      var left = factor > 1 && delay > .zero ? number - 1 : 0
      while left > 0, wait < longest {
        wait = wait / longest * factor < 1 ? wait * factor : longest
        left -= 1
      }
      return wait
    }
  }

  /// The same, never waiting longer than `longest`. A negative cap traps.
  public func capped(at longest: Duration) -> RetryPolicy {
    var copy = self
    longest.requirePositiveOrZero()
    copy.cap = longest
    return copy
  }

  /// The same, each wait shorter by a random part, so that clients that failed together do not come back together.
  ///
  /// With 0.5 a wait is between half of what it would be and all of it; with 1 it may be nothing. It is applied after
  /// the cap. A part that is not in 0...1 traps.
  ///
  /// - Parameter random: gives numbers in 0..<1; a test passes its own.
  public func jittered(
    by part: Double, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) -> RetryPolicy {
    precondition((0...1).contains(part), "The random part of a delay must be between 0 and 1, and not \(part).")
    var copy = self
    copy.jitter = { part * random() }
    return copy
  }

  /// The same, for failures that pass a test; any other failure is not retried. Of several tests all must pass.
  public func when(_ isWorthwhile: @escaping @Sendable (Failure) -> Bool) -> RetryPolicy {
    let earlier = self.isWorthwhile
    var copy = self
    copy.isWorthwhile = { earlier($0) && isWorthwhile($0) }
    return copy
  }

  /// The same, counting from the start again after each value: what failed after it had worked is a new trouble.
  public func resettingOnValue() -> RetryPolicy {
    var copy = self
    copy.resetsOnValue = true
    return copy
  }

  /// How long to wait before a retry, from one; `nil` to give up.
  package func delay(before number: Int, after failure: Failure) -> Duration? {
    guard number <= limit, isWorthwhile(failure) else { return nil }
    let delay = min(wait(number), cap)
    let part = jitter()
    return part > 0 ? delay * (1 - part) : delay
  }

  /// Ten years: where delays stop growing, so that no arithmetic overflows.
  private static var longest: Duration { .seconds(315_360_000) }
}
