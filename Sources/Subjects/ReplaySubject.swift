public import StreamCore

/// A subject that keeps values and replays them to every new observer.
///
///     send, count 2   1---2---3----4--|
///     first           1---2---3----4--|
///     second                    ^(23)-4--|
///
/// Its initializer sets the bound: a number of values, an age, or, explicitly, none (``unbounded()``). Sending and the
/// order of delivery are those of ``Subject``.
///
/// Subscribing delivers the stored values on the caller, before `subscribe` returns. Disposing stops the replay. Values
/// that are sent meanwhile follow in order. No sender and no other observer waits for the new observer. All observers
/// receive the same order, whether live or replayed. After the end, an observer receives the stored values and the end,
/// and later values are dropped. Releasing the subject completes its observers. Its ``signal`` continues to deliver the
/// stored values and the end to new observers.
///
/// Departures from ReactiveObjC's `RACReplaySubject`: no lock is held during a replay, the bound is explicit, and
/// nothing is stored after the end.
public final class ReplaySubject<Value: Sendable, Failure: Error>: SubjectProtocol {
  @usableFromInline package let hub = Hub<Value, Failure>()
  @usableFromInline let history: Lock<History<Value, Failure>>

  /// The time since the subject was made, if values have an age.
  @usableFromInline let elapsed: (@Sendable () -> Duration)?

  private init(_ history: History<Value, Failure>, _ elapsed: (@Sendable () -> Duration)?, _ callSite: CallSite) {
    if history.limit < 0 { fatalError("A ReplaySubject's `count` needs to be 0 or more, got \(history.limit).") }
    self.history = Lock(history)
    self.elapsed = elapsed
    hub.recordCallSite(callSite, "ReplaySubject")
  }

  /// A subject that keeps the last `count` values; with 0, only the end.
  ///
  /// - Precondition: `count` is not negative.
  public convenience init(count: Int, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(History(limit: count, age: nil), nil, CallSite(fileID, line))
  }

  /// A subject that keeps the values younger than `age`, and of these at most the last `count`.
  ///
  /// The age is measured by the scheduler's clock. A value that has become too old is released when the next value is
  /// sent or the next observer subscribes.
  ///
  /// - Precondition: `age` is greater than zero and `count` is not negative.
  public convenience init(
    count: Int? = nil, age: Duration, on scheduler: any Scheduler, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    if age <= .zero { fatalError("A ReplaySubject's `age` needs to be greater than zero, got \(age).") }
    self.init(History(limit: count ?? .max, age: age), scheduler.stopwatch(), CallSite(fileID, line))
  }

  /// A subject that keeps every value, for as long as it lives.
  public static func unbounded(fileID: StaticString = #fileID, line: UInt = #line) -> ReplaySubject {
    ReplaySubject(History(limit: .max, age: nil), nil, CallSite(fileID, line))
  }

  deinit { hub.endAsReleased(history) }

  /// Keeps a value and sends it.
  @inlinable
  public func send(_ value: Value) {
    let now = elapsed?()
    // The old values are released after the lock, because their deinitializers may run user code.
    let (entered, expired, dropped) = history.withLock { history -> (Bool, [Value], Value?) in
      guard history.completion == nil else { return (false, [], nil) }
      let expired = now.map { history.expire(at: $0) } ?? []
      let dropped = history.store(value, at: now)
      return (hub.enter(orEnqueue: value), expired, dropped)
    }
    withExtendedLifetime((expired, dropped)) { hub.deliver(value, ifEntered: entered) }
  }

  /// Ends the subject with a failure.
  public func fail(_ failure: Failure) { hub.end(.failed(failure), history) }

  /// Completes the subject.
  public func complete() { hub.end(.completed, history) }

  /// A read-only stream of the stored values and all later ones. It does not keep the subject alive.
  @inlinable
  public var signal: Signal<Value, Failure> {
    Signal(
      attaching: { [hub, history, elapsed] sink, subscription in
        if let now = elapsed?() { _ = history.withLock { $0.expire(at: now) } }
        hub.attach(sink, subscription, recalling: history.recall)
      }, named: "")
  }

  /// Releases the stored values and stores no others, because no code is left that could subscribe.
  package func stopReplaying() {
    let released = history.withLock { $0.stopStoring() }
    withExtendedLifetime(released) {}
  }

  /// Adds a subscription that is disposed when the subject ends, before the observers receive the end.
  ///
  /// If the subject has ended, the subscription is disposed immediately.
  public func addUpstream(_ upstream: Subscription) { hub.addUpstream(upstream) }

  /// Releases a subscription that was added.
  public func removeUpstream(_ upstream: Subscription) { hub.removeUpstream(upstream) }
}

/// The cache of a ``ReplaySubject``: the newest values, and their times if values have an age.
@usableFromInline
struct History<Value: Sendable, Failure: Error>: ReplayCache {
  private(set) var limit: Int
  let age: Duration?
  @usableFromInline private(set) var values = Queue<Value>()
  @usableFromInline var completion: Completion<Failure>?

  /// The times of the values; empty if values have no age.
  var times = Queue<Duration>()

  /// Stores a value and returns the value that it displaces.
  @usableFromInline
  mutating func store(_ value: Value, at now: Duration?) -> Value? {
    guard limit > 0 else { return nil }
    let dropped = values.count == limit ? removeFirst() : nil
    values.append(value)
    if let now { times.append(now) }
    return dropped
  }

  /// Returns the values, and stores no later ones.
  mutating func stopStoring() -> Queue<Value> {
    defer { (limit, values, times) = (0, Queue(), Queue()) }
    return values
  }

  /// Removes and returns the values that are too old.
  @usableFromInline
  mutating func expire(at now: Duration) -> [Value] {
    guard let age else { return [] }
    var expired: [Value] = []
    while let time = times.first, now - time >= age, let value = removeFirst() { expired.append(value) }
    return expired
  }

  private mutating func removeFirst() -> Value? {
    _ = times.popFirst()
    return values.popFirst()
  }
}
