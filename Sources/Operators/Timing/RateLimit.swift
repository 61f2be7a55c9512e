public import StreamCore

extension StreamProtocol {
  /// Limits the rate of the values: values that arrive too fast are queued, and none is dropped.
  ///
  ///     source                                (1234)-------5-|
  ///     rateLimit(1, per: 2 ticks)            1-2-3-4-5-|
  ///     rateLimit(1, per: 2 ticks, burst: 3)  (123)-4-----5-|
  ///
  /// A token bucket: each value takes one token. The bucket receives `count` tokens in a period, evenly spaced, and
  /// holds at most `burst` of them, `count` unless stated. It starts full.
  ///
  /// `cost` returns the number of tokens for a value. It may be called more than once for a value. A value that costs
  /// nothing still waits for the values before it. One that costs more than `burst` is sent when the bucket is full,
  /// and the values after it wait for the remaining tokens.
  ///
  /// Keeps the waiting values under the policy `buffering`, without a bound unless stated, and one timer. Under
  /// `.suspending(n)` a source that can wait is read as fast as the rate allows. Completion is sent after the waiting
  /// values; a failure passes immediately and drops them. Delivers where the source delivers if there are tokens,
  /// otherwise on the scheduler, by default its own queue. A count or a burst below 1 traps, and so do a negative cost,
  /// a period that is not greater than zero, and the immediate scheduler. Semantics of Akka's `throttle`.
  @inlinable
  public func rateLimit(
    _ count: Int, per period: Duration, burst: Int? = nil, buffering: BufferPolicy<Value> = .unbounded,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.rateLimit"),
    cost: @escaping @Sendable (Value) -> Int = { _ in 1 }
  ) -> Signal<Value, Failure> {
    let burst = burst ?? count
    if count <= 0 { fatalError("`rateLimit(_:per:)` needs a count of 1 or more, got \(count).") }
    if period <= .zero { fatalError("`rateLimit(_:per:)` needs a period greater than zero, got \(period).") }
    if burst <= 0 { fatalError("`rateLimit(_:per:burst:)` needs a burst of 1 or more, got \(burst).") }
    return apply(
      RateLimiting(interval: period / count, burst: burst, cost: cost, waiting: Buffer(buffering)), on: scheduler)
  }
}

/// The rule of `rateLimit` and `spaced`.
@usableFromInline
struct RateLimiting<Value: Sendable, Failure: Error>: TimedRule {
  /// The time in which the bucket receives a token.
  @usableFromInline let interval: Duration
  @usableFromInline let burst: Int
  @usableFromInline let cost: @Sendable (Value) -> Int
  @usableFromInline var waiting: Buffer<Value>

  /// The time at which the bucket is full if nothing else is taken from it.
  @usableFromInline var fullAt = Duration.zero
  @usableFromInline var sourceHasEnded = false

  @inlinable
  init(interval: Duration, burst: Int, cost: @escaping @Sendable (Value) -> Int, waiting: Buffer<Value>) {
    (self.interval, self.burst, self.cost, self.waiting) = (interval, burst, cost, waiting)
  }

  @inlinable
  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) {
    let now = response.elapsed
    if waiting.isEmpty, due(for: input) <= now {
      take(input, at: now)
      return response.emit(input)
    }
    enqueue(input)
    // The policy may have removed the value that the timer was set for.
    if let first = waiting.values.first { response.startTimer(after: due(for: first) - now) }
  }

  @inlinable
  mutating func timerFired(_ response: inout Response<Value, Failure>) {
    let now = response.elapsed
    while let first = waiting.values.first {
      let due = due(for: first)
      guard due <= now else { return response.startTimer(after: due - now) }
      take(first, at: now)
      if let (value, suspension) = waiting.popFirst() { response.outputs.append(value, suspension) }
    }
    if sourceHasEnded { response.finish() }
  }

  @inlinable
  mutating func finish(_ response: inout Response<Value, Failure>) {
    sourceHasEnded = true
    if waiting.isEmpty { response.finish() }
  }

  /// The time at which the bucket has the tokens for a value. A bucket never has more than `burst`.
  @inlinable
  func due(for value: Value) -> Duration { fullAt.plus(interval.times(min(tokens(value), burst) - burst)) }

  @inlinable
  mutating func take(_ value: Value, at now: Duration) {
    fullAt = max(fullAt, now).plus(interval.times(tokens(value)))
  }

  @inlinable
  func tokens(_ value: Value) -> Int {
    let tokens = cost(value)
    if tokens < 0 { fatalError("`rateLimit(_:per:cost:)` needs a cost of 0 or more, got \(tokens).") }
    return tokens
  }

  @inlinable
  mutating func enqueue(_ value: Value) {
    if case .combine(let earlier, let combine) = waiting.append(value) { enqueue(combine(earlier, value)) }
  }
}
