public import StreamCore

/// A subject that keeps values, and tells every new observer those first.
///
///     send, count 2   1---2---3----4--|
///     first           1---2---3----4--|
///     second                    ^(23)-4--|
///
/// How much it keeps is said when it is made: so many values, those younger than an age, or, explicitly, all
/// (``unbounded()``). Sending and the order of delivery are those of ``Subject``.
///
/// Subscribing delivers the stored values on the caller, before `subscribe` returns, wherever it is called from;
/// disposing stops them. What is sent meanwhile follows in order; no sender and no other observer waits for the new
/// one. All observers get the same order, whether live or replayed. After the end, an observer gets the stored values
/// and the end, and what is sent is dropped. Releasing the subject completes its observers; its ``signal`` goes on
/// giving new ones the stored values and the end.
///
/// (Departures from ReactiveObjC's `RACReplaySubject`: no lock is held during a replay; the bound is explicit; nothing
/// is stored after the end.)
public final class ReplaySubject<Value: Sendable, Failure: Error>: SubjectProtocol {
  @usableFromInline package let hub = Hub<Value, Failure>()
  @usableFromInline let history: Lock<History<Value, Failure>>

  /// The time since the subject was made, where values have an age.
  @usableFromInline let elapsed: (@Sendable () -> Duration)?

  private init(_ history: History<Value, Failure>, _ elapsed: (@Sendable () -> Duration)?, _ callSite: CallSite) {
    precondition(history.limit >= 0, "A subject cannot replay \(history.limit) values.")
    self.history = Lock(history)
    self.elapsed = elapsed
    hub.note(callSite, "ReplaySubject")
  }

  /// A subject that keeps the last `count` values; with 0, only the end.
  ///
  /// - Precondition: `count` is not negative.
  public convenience init(count: Int, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(History(limit: count, age: nil), nil, CallSite(fileID, line))
  }

  /// A subject that keeps values younger than `age`, by the scheduler's clock, and of these the last `count` if one is
  /// given.
  ///
  /// A value whose time is over is let go of when the next one is sent or the next observer subscribes.
  ///
  /// - Precondition: `age` is greater than zero and `count` is not negative.
  public convenience init(
    count: Int? = nil, age: Duration, on scheduler: any Scheduler, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    precondition(age > .zero, "The age up to which values are replayed must be greater than zero, and not \(age).")
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
    // What falls out is released when the lock is free: that may run anything.
    let (entered, expired, dropped) = history.withLock { history -> (Bool, [Value], Value?) in
      guard history.completion == nil else { return (false, [], nil) }
      let expired = now.map { history.expire(at: $0) } ?? []
      let dropped = history.store(value, at: now)
      return (hub.enter(orPost: value), expired, dropped)
    }
    withExtendedLifetime((expired, dropped)) { hub.goOn(entered, with: value) }
  }

  /// Sends the end, with what went wrong.
  public func fail(_ failure: Failure) { hub.end(.failed(failure), history) }

  /// Sends the end.
  public func complete() { hub.end(.completed, history) }

  /// The stored values and what is sent from then on, to listen to only. It does not keep the subject alive.
  public var signal: Signal<Value, Failure> {
    Signal(attaching: { [hub, history, elapsed] sink, subscription in
      if let now = elapsed?() { _ = history.withLock { $0.expire(at: now) } }
      hub.attach(sink, subscription, recalling: history.recall)
    })
  }

  /// Releases the stored values, and stores none from now on: no code is left that could subscribe.
  package func stopReplaying() {
    let released = history.withLock { $0.stopStoring() }
    withExtendedLifetime(released) {}
  }

  /// Ties a subscription to the subject: it is disposed when the subject ends, before observers are told; at once if it
  /// has ended.
  public func addUpstream(_ upstream: Subscription) { hub.adopt(upstream) }

  /// Lets go of a subscription that is over.
  public func removeUpstream(_ upstream: Subscription) { hub.disown(upstream) }
}

/// The cache of a ``ReplaySubject``: the newest values, and when they came if that matters.
@usableFromInline
struct History<Value: Sendable, Failure: Error>: ReplayCache {
  private(set) var limit: Int
  let age: Duration?
  @usableFromInline private(set) var values = Queue<Value>()
  @usableFromInline var completion: Completion<Failure>?

  /// When the values came; empty where no age was asked for.
  var times = Queue<Duration>()

  /// Takes a value, and gives back the one for which there is no room any more.
  @usableFromInline
  mutating func store(_ value: Value, at now: Duration?) -> Value? {
    guard limit > 0 else { return nil }
    let dropped = values.count == limit ? removeFirst() : nil
    values.append(value)
    if let now { times.append(now) }
    return dropped
  }

  /// Gives back the values; those that come later are not stored.
  mutating func stopStoring() -> Queue<Value> {
    defer { (limit, values, times) = (0, Queue(), Queue()) }
    return values
  }

  /// Gives back the values whose time is over.
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
