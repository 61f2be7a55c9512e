public import StreamCore
import StreamTracing

/// A stream that is sent to by hand: whatever is sent reaches everyone who is subscribed at that time.
///
///     subject.send   1---2---3---|
///     first          1---2---3---|
///     second          ^--2---3---|
///
/// Any number of threads may send. Events are delivered one at a time, on the thread of one of the senders, in one
/// order that is the same for all observers; observers are called in the order in which they subscribed. A send during
/// a delivery, from a handler or from another thread, returns at once and is delivered after it. No lock is held while
/// an observer is called. Values that wait do so without a bound, unless the subject was made with a limit. One
/// thread delivers up to 256 events of others, for some milliseconds; then the next that sends goes on, or another
/// thread does if none comes.
///
/// An observer that subscribes during an event first hears the next one; one that is disposed during an event hears no
/// more. The first end is final: later sends are dropped, and who subscribes later gets the end at once. **Releasing
/// the subject completes its observers**, since nobody can send any more; neither ``signal`` nor a subscription keeps
/// it alive.
///
/// To publish a subject, publish its ``signal``: it cannot be turned back into the subject. Keeps no values.
/// (Departures from ReactiveObjC's `RACSubject`: it is serial, and remembers its end.)
public final class Subject<Value: Sendable, Failure: Error>: SubjectProtocol {
  @usableFromInline package let hub: Hub<Value, Failure>

  /// A subject without observers. What waits while a value is delivered does so without a bound.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    hub = Hub()
    hub.note(CallSite(fileID, line))
  }

  /// A subject without observers, at which at most `limit` values wait while one is delivered.
  ///
  /// ```swift
  /// let readings = Subject<Reading, Never>(limit: 100, counting: drops)
  /// ```
  ///
  /// It is for subjects to which several threads send faster than observers receive. A value that finds `limit` others
  /// waiting is dropped, which `drops` counts. Ends are never dropped. To keep the newest values, to combine them, or
  /// to suspend the sender, use `deliver(on:buffering:)`. A limit below 1 traps.
  public init(
    limit: Int, counting drops: DropCount? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    hub = Hub(WaitingLimit(limit, drops: drops))
    hub.note(CallSite(fileID, line))
  }

  /// A subject without observers, which fails when a value finds `limit` others waiting while one is delivered.
  ///
  /// The waiting values are still delivered, and then the failure. A limit below 1 traps.
  public init(limit: Int, failure: Failure, fileID: StaticString = #fileID, line: UInt = #line) {
    hub = Hub(WaitingLimit(limit, failure: failure))
    hub.note(CallSite(fileID, line))
  }

  deinit { hub.endAsReleased() }

  /// Sends a value.
  @inlinable
  public func send(_ value: Value) { hub.send(value) }

  /// Sends the end, with what went wrong.
  public func fail(_ failure: Failure) { hub.end(.failed(failure)) }

  /// Sends the end.
  public func complete() { hub.end(.completed) }

  /// What is sent, to listen to only. It does not keep the subject alive.
  @inlinable
  public var signal: Signal<Value, Failure> { Signal(attaching: { [hub] in hub.attach($0, $1) }, named: "") }

  /// Ties a subscription to the subject: it is disposed when the subject ends, before observers are told; at once if it
  /// has ended.
  public func addUpstream(_ upstream: Subscription) { hub.adopt(upstream) }

  /// Lets go of a subscription that is over.
  public func removeUpstream(_ upstream: Subscription) { hub.disown(upstream) }
}
