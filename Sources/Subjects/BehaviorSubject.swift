public import StreamPrimitives
public import StreamCore

/// A subject with a current value, which every new observer receives first.
///
///     BehaviorSubject(0), send   ----1---2---|
///     first                      0---1---2---|
///     second                           ^1-2--|
///
/// Sending and the order of delivery are those of ``Subject``. ``value`` can be read and set from any thread, and
/// inside a handler. A new value can be read immediately, even while its delivery is queued.
///
/// Subscribing delivers the current value on the caller, before `subscribe` returns. Values that are sent meanwhile
/// follow in order. No sender and no other observer waits for the new observer. After the end, an observer receives the
/// last value and the end, and sending and setting have no effect. Releasing the subject completes its observers. Its
/// ``signal`` continues to deliver the last value and the end to new observers.
///
/// Keeps one value. Departures from ReactiveObjC's `RACBehaviorSubject`: the value is readable, the first value is
/// never duplicated or late, disposing stops it, and the end is remembered.
public final class BehaviorSubject<Value: Sendable, Failure: Error>: SubjectProtocol {
  @usableFromInline package let hub = Hub<Value, Failure>()
  @usableFromInline let present: Lock<BehaviorState<Value, Failure>>

  /// A subject with an initial value.
  public init(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    present = Lock(BehaviorState(value))
    hub.recordCallSite(CallSite(fileID, line), "BehaviorSubject")
  }

  deinit { hub.endAsReleased(present) }

  /// The current value. Setting it sends it.
  ///
  /// `value += 1` reads and then sets. If other threads set the value too, use ``modify(_:)``, which does both
  /// atomically.
  @inlinable
  public var value: Value {
    get { present.withLock { $0.value } }
    set { send(newValue) }
  }

  /// Sets the current value and sends it.
  @inlinable
  public func send(_ value: Value) { replace { _ in value } }

  /// Changes the value atomically and sends the result.
  ///
  /// No lock is held while `change` runs. If another thread sets the value meanwhile, `change` runs again with the
  /// newer value, so it should have no side effects. If `change` itself sets this subject, its result is sent after
  /// that value and replaces it. If `change` throws, the value stays the same. After the end, nothing changes.
  @inlinable
  public func modify<Result, Thrown: Error>(
    _ change: (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    while true {
      let (seen, version) = present.withLock { ($0.value, $0.version) }
      var value = seen
      let result = try change(&value)
      var isCurrent = true
      replace { present in
        isCurrent = present.version == version || present.writer == currentThread
        return isCurrent ? value : nil
      }
      if isCurrent { return result }
    }
  }

  /// Sets the value that `choose` returns and sends it. If `choose` returns `nil`, nothing changes.
  ///
  /// `choose` runs under the lock, so it is code of the library and calls no closure of a user. After the end it is not
  /// called.
  @inlinable
  package func replace(_ choose: (BehaviorState<Value, Failure>) -> Value?) {
    // Keeps the old value until the lock is released, because its deinitializer may run user code.
    var change: (new: Value, old: Value)?
    let entered = present.withLock { present in
      guard present.completion == nil, let value = choose(present) else { return false }
      change = (value, present.store(value))
      return hub.enter(orEnqueue: value)
    }
    if let change { hub.deliver(change.new, ifEntered: entered) }
  }

  /// Ends the subject with a failure.
  public func fail(_ failure: Failure) { hub.end(.failed(failure), present) }

  /// Completes the subject.
  public func complete() { hub.end(.completed, present) }

  /// A read-only stream of the current value and all later ones. It does not keep the subject alive.
  @inlinable
  public var signal: Signal<Value, Failure> {
    Signal(attaching: { [hub, present] in hub.attach($0, $1, recalling: present.recall) }, named: "")
  }

  /// Adds a subscription that is disposed when the subject ends, before the observers receive the end.
  ///
  /// If the subject has ended, the subscription is disposed immediately.
  public func addUpstream(_ upstream: Subscription) { hub.addUpstream(upstream) }

  /// Releases a subscription that was added.
  public func removeUpstream(_ upstream: Subscription) { hub.removeUpstream(upstream) }
}

/// The cache of a ``BehaviorSubject``: its value.
@usableFromInline
package struct BehaviorState<Value: Sendable, Failure: Error>: ReplayCache {
  @usableFromInline package var value: Value
  @usableFromInline package var completion: Completion<Failure>?

  /// The number of changes.
  @usableFromInline var version: UInt = 0

  /// The thread that made the last change.
  @usableFromInline var writer: UInt = 0

  @usableFromInline init(_ value: Value) { self.value = value }

  @usableFromInline package var values: CollectionOfOne<Value> { CollectionOfOne(value) }

  /// Stores a value and returns the previous one.
  @inlinable
  mutating func store(_ value: Value) -> Value {
    let replaced = self.value
    self.value = value
    version &+= 1
    writer = currentThread
    return replaced
  }
}
