public import StreamCore
import StreamTracing

/// A stream that code sends to. Each value goes to all observers that are subscribed at that time.
///
///     subject.send   1---2---3---|
///     first          1---2---3---|
///     second          ^--2---3---|
///
/// Any number of threads may send. Events are serialized: one is delivered at a time, on the thread of one of the
/// senders, in the same order for all observers. Observers are called in the order in which they subscribed. A send
/// during a delivery, from a handler or from another thread, returns immediately, and its value is queued. No lock is
/// held while an observer is called. The queue has no bound, unless the subject was made with a limit. One thread
/// delivers up to 256 events of other threads, for some milliseconds. Then the next sender continues, or a system
/// thread.
///
/// An observer that subscribes during an event first receives the next one. An observer that is disposed during an
/// event receives nothing more. The first end is final: later values are dropped, and later subscribers receive the end
/// immediately. **Releasing the subject completes its observers**. Neither ``signal`` nor a subscription keeps it
/// alive.
///
/// To publish a subject, publish its ``signal``, which cannot be turned back into the subject. Keeps no values.
/// Departures from ReactiveObjC's `RACSubject`: a subject is serial, and remembers its end.
public final class Subject<Value: Sendable, Failure: Error>: SubjectProtocol {
  @usableFromInline package let hub: Hub<Value, Failure>

  /// A subject without observers, whose queue has no bound.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    hub = Hub()
    hub.recordCallSite(CallSite(fileID, line))
  }

  /// A subject without observers, which queues at most `limit` values while one is delivered.
  ///
  /// ```swift
  /// let readings = Subject<Reading, Never>(limit: 100, counting: drops)
  /// ```
  ///
  /// Use it if several threads send faster than the observers receive. A value that finds `limit` others in the queue
  /// is dropped, and `drops` counts it. Ends are never dropped. To keep the newest values, to combine them, or to
  /// suspend the sender, use `deliver(on:buffering:)`. A limit below 1 traps.
  public init(
    limit: Int, counting drops: DropCount? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    hub = Hub(WaitingLimit(limit, drops: drops))
    hub.recordCallSite(CallSite(fileID, line))
  }

  /// A subject without observers, which fails when a value finds `limit` others in the queue.
  ///
  /// The queued values are still delivered, then the failure. A limit below 1 traps.
  public init(limit: Int, failure: Failure, fileID: StaticString = #fileID, line: UInt = #line) {
    hub = Hub(WaitingLimit(limit, failure: failure))
    hub.recordCallSite(CallSite(fileID, line))
  }

  deinit { hub.endAsReleased() }

  /// Sends a value.
  @inlinable
  public func send(_ value: Value) { hub.send(value) }

  /// Ends the subject with a failure.
  public func fail(_ failure: Failure) { hub.end(.failed(failure)) }

  /// Completes the subject.
  public func complete() { hub.end(.completed) }

  /// A read-only stream of the subject's events. It does not keep the subject alive.
  @inlinable
  public var signal: Signal<Value, Failure> { Signal(attaching: { [hub] in hub.attach($0, $1) }, named: "") }

  /// Adds a subscription that is disposed when the subject ends, before the observers receive the end.
  ///
  /// If the subject has ended, the subscription is disposed immediately.
  public func addUpstream(_ upstream: Subscription) { hub.addUpstream(upstream) }

  /// Releases a subscription that was added.
  public func removeUpstream(_ upstream: Subscription) { hub.removeUpstream(upstream) }
}
