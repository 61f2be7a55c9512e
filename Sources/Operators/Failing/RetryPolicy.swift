/// Specifies when and how often ``StreamProtocol/retry(_:on:)`` subscribes again after a failure.
///
/// ```swift
/// let policy = RetryPolicy<RequestError>.exponential(from: .milliseconds(100), limit: 5)
///   .capped(at: .seconds(2)).jittered(by: 0.5)
/// request.retry(policy.when(\.isTemporary))
/// ```
///
/// A policy is a value: a way to wait, refined by the methods below. It counts the retries of one subscription, from
/// one. A limit is a number of retries, so there is one run more.
public struct RetryPolicy<Failure: Error>: Sendable {
  /// The delay before the retry with that number, before cap and jitter.
  private let wait: @Sendable (Int) -> Duration
  private let limit: Int
  private var cap = RetryPolicy.longest
  private var jitter: @Sendable () -> Double = { 0 }
  private var isWorthwhile: @Sendable (Failure) -> Bool = { _ in true }

  /// Whether a value restarts the count.
  private(set) var resetsOnValue = false

  private init(limit: Int, _ wait: @escaping @Sendable (Int) -> Duration) {
    if limit < 0 { fatalError("A retry policy needs a limit of 0 or more, got \(limit).") }
    self.limit = limit
    self.wait = wait
  }

  /// Retries immediately. A negative limit traps.
  public static func immediate(limit: Int = .max) -> RetryPolicy { RetryPolicy(limit: limit) { _ in .zero } }

  /// Waits the same time before every retry. A negative delay or limit traps.
  public static func constant(_ delay: Duration, limit: Int = .max) -> RetryPolicy {
    delay.requirePositiveOrZero()
    return RetryPolicy(limit: limit) { _ in delay }
  }

  /// Waits `delay` before the first retry and `step` longer before each later one; the default step is `delay`.
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
    if !(factor >= 1) { fatalError("An exponential delay needs a factor of 1 or more, got \(factor).") }
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

  /// Returns this policy with a maximum delay. A negative maximum traps.
  public func capped(at longest: Duration) -> RetryPolicy {
    var copy = self
    longest.requirePositiveOrZero()
    copy.cap = longest
    return copy
  }

  /// Returns this policy with random delays, so that clients that failed together do not retry together.
  ///
  /// Each delay is shortened by a random part, after the cap was applied. With 0.5 it is between half of the delay and
  /// all of it; with 1 it may be zero. A part that is not in 0...1 traps.
  ///
  /// - Parameter random: Returns numbers in 0..<1; a test passes its own.
  public func jittered(
    by part: Double, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) -> RetryPolicy {
    if !(0...1).contains(part) { fatalError("`jittered(by:)` needs a fraction between 0 and 1, got \(part).") }
    var copy = self
    copy.jitter = { part * random() }
    return copy
  }

  /// Returns this policy for failures that pass a test; other failures are not retried.
  ///
  /// If a policy has several tests, a failure must pass all of them.
  public func when(_ isWorthwhile: @escaping @Sendable (Failure) -> Bool) -> RetryPolicy {
    let earlier = self.isWorthwhile
    var copy = self
    copy.isWorthwhile = { earlier($0) && isWorthwhile($0) }
    return copy
  }

  /// Returns this policy with a count that restarts after each value: a failure after a success is a new one.
  public func resettingOnValue() -> RetryPolicy {
    var copy = self
    copy.resetsOnValue = true
    return copy
  }

  /// Returns the delay before a retry, counted from one; `nil` if the failure is not retried.
  package func delay(before number: Int, after failure: Failure) -> Duration? {
    number <= limit && isWorthwhile(failure) ? delay(before: number) : nil
  }

  /// Returns the delay before a retry or a repetition, counted from one; `nil` beyond the limit.
  package func delay(before number: Int) -> Duration? {
    guard number <= limit else { return nil }
    let delay = min(wait(number), cap)
    let part = jitter()
    return part > 0 ? delay * (1 - part) : delay
  }

  /// Ten years. Delays stop growing there, so that no arithmetic overflows.
  private static var longest: Duration { .seconds(315_360_000) }
}
