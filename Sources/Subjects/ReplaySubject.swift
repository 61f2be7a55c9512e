public import StreamCore

/// A subject that remembers what was sent, and tells every new observer first.
///
///     replay.send   1---2---3---|
///     first         1---2---3---|
///     second          ^(12)-3---|
///
/// Sending and the order of delivery are those of ``Subject``. Subscribing replays on the caller, before `subscribe` returns; what is sent meanwhile
/// follows in order. After the end an observer gets everything and the end.
public final class ReplaySubject<Value: Sendable, Failure: Error>: SubjectProtocol {
  private let hub = Hub<Value, Failure>()
  private let present: Lock<All<Value, Failure>>

  private init() { present = Lock(All()) }

  deinit {
    present.withLock { if $0.completion == nil { $0.completion = .completed } }
    Releasing.end(hub)
  }

  /// A subject that keeps everything.
  public static func unbounded() -> ReplaySubject { ReplaySubject() }

  /// Sends a value, and keeps it.
  public func send(_ value: Value) {
    let entered = present.withLock { present in
      guard present.completion == nil else { return false }
      present.values.append(value)
      return hub.enter(orLeave: value)
    }
    if entered { hub.deliverAndLeave(value) }
  }

  /// Sends the end, with what went wrong.
  public func fail(_ failure: Failure) { hub.end(.failed(failure), present) }

  /// Sends the end.
  public func complete() { hub.end(.completed, present) }

  /// What was sent and will be, to listen to only. It does not keep the subject alive.
  public var signal: Signal<Value, Failure> {
    Signal(attaching: { [hub, present] in hub.attach($0, $1, recalling: present) })
  }

  public func addUpstream(_ upstream: Subscription) { hub.adopt(upstream) }

  public func removeUpstream(_ upstream: Subscription) { hub.disown(upstream) }
}

/// The memory of a ``ReplaySubject``.
private struct All<Value: Sendable, Failure: Error>: Memory {
  var values: [Value] = []
  var completion: Completion<Failure>?
}
