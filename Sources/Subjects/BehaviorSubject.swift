public import StreamPrimitives
public import StreamCore

/// A subject that has a current value, which every new observer gets first.
///
///     BehaviorSubject(0), send   ----1---2---|
///     first                      0---1---2---|
///     second                           ^1-2--|
///
/// Sending and the order of delivery are those of ``Subject``. ``value`` can be read and set from anywhere, also inside
/// a handler: what was set is what is read from then on, even while its delivery waits for the one that is going on.
///
/// Subscribing delivers the current value on the caller, before `subscribe` returns, wherever it is called from. What
/// is sent meanwhile follows in order; no sender and no other observer waits for the new one. After the end, an
/// observer gets the last value and the end, and sending and setting change nothing. Releasing the subject completes
/// its observers; its ``signal`` goes on giving new ones the last value and the end.
///
/// Keeps one value. (Departures from ReactiveObjC's `RACBehaviorSubject`: the value is readable; the first one is never
/// doubled or late, and disposing stops it; the end is remembered.)
public final class BehaviorSubject<Value: Sendable, Failure: Error>: SubjectProtocol {
  @usableFromInline package let hub = Hub<Value, Failure>()
  @usableFromInline let present: Lock<Present<Value, Failure>>

  /// A subject with a value to start with.
  public init(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    present = Lock(Present(value))
    hub.note(CallSite(fileID, line), "BehaviorSubject")
  }

  deinit { hub.endAsReleased(present) }

  /// The current value. Setting it sends it.
  ///
  /// `value += 1` reads and then sets; where others set it too, ``modify(_:)`` does both as one.
  @inlinable
  public var value: Value {
    get { present.withLock { $0.value } }
    set { send(newValue) }
  }

  /// Makes a value the current one and sends it.
  @inlinable
  public func send(_ value: Value) { replace { _ in value } }

  /// Changes the value and sends the result, so that no change by anyone else is lost.
  ///
  /// No lock is held while `change` runs. If another thread has set the value meanwhile, `change` runs again, on the
  /// newer value, so it should do nothing else than change it. A `change` that sets this subject itself has the last
  /// word: its own result follows, and replaces, what it set. An error that it throws leaves the value as it was. After
  /// the end nothing changes.
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

  /// Makes what `choose` returns the current value and sends it; `nil` leaves everything as it was.
  ///
  /// `choose` runs under the lock, so it is the library's own code and calls nobody. After the end it is not asked.
  @inlinable
  package func replace(_ choose: (Present<Value, Failure>) -> Value?) {
    // Holds what is replaced until the lock is free: releasing it may run anything.
    var change: (new: Value, old: Value)?
    let entered = present.withLock { present in
      guard present.completion == nil, let value = choose(present) else { return false }
      change = (value, present.store(value))
      return hub.enter(orPost: value)
    }
    if let change { hub.goOn(entered, with: change.new) }
  }

  /// Sends the end, with what went wrong.
  public func fail(_ failure: Failure) { hub.end(.failed(failure), present) }

  /// Sends the end.
  public func complete() { hub.end(.completed, present) }

  /// The current value and what is sent from then on, to listen to only. It does not keep the subject alive.
  @inlinable
  public var signal: Signal<Value, Failure> {
    Signal(attaching: { [hub, present] in hub.attach($0, $1, recalling: present.recall) }, named: "")
  }

  /// Ties a subscription to the subject: it is disposed when the subject ends, before observers are told; at once if it
  /// has ended.
  public func addUpstream(_ upstream: Subscription) { hub.adopt(upstream) }

  /// Lets go of a subscription that is over.
  public func removeUpstream(_ upstream: Subscription) { hub.disown(upstream) }
}

/// The cache of a ``BehaviorSubject``: its value.
@usableFromInline
package struct Present<Value: Sendable, Failure: Error>: ReplayCache {
  @usableFromInline package var value: Value
  @usableFromInline package var completion: Completion<Failure>?

  /// Counts the changes.
  @usableFromInline var version: UInt = 0

  /// The thread that made the last one.
  @usableFromInline var writer: UInt = 0

  @usableFromInline init(_ value: Value) { self.value = value }

  @usableFromInline package var values: CollectionOfOne<Value> { CollectionOfOne(value) }

  /// Takes a value and gives back the one before it.
  @inlinable
  mutating func store(_ value: Value) -> Value {
    let replaced = self.value
    self.value = value
    version &+= 1
    writer = currentThread
    return replaced
  }
}
