public import StreamCore

/// What all subjects have in common: a stream that can be sent to.
public protocol SubjectProtocol<Value, Failure>: StreamProtocol, AnyObject {
  /// Sends a value. After the end it is dropped.
  func send(_ value: Value)

  /// Sends the end, with what went wrong.
  func fail(_ failure: Failure)

  /// Sends the end.
  func complete()

  /// Ties a subscription to the subject: it is disposed when the subject ends, before observers are told; at once if it
  /// has ended.
  func addUpstream(_ upstream: Subscription)

  /// Lets go of a subscription that is over.
  func removeUpstream(_ upstream: Subscription)
}

/// A subject of the library, which is a shell around a hub.
package protocol HubOwner<Value, Failure>: SubjectProtocol {
  var hub: Hub<Value, Failure> { get }
}

extension HubOwner {
  /// Makes the subject the middle of a run: released before the run has ended, it says no end that nobody has said
  /// (contract 14).
  package func follow(_ run: Subscription) { hub.follow(run) }
}

extension Subject: HubOwner {}
extension BehaviorSubject: HubOwner {}
extension ReplaySubject: HubOwner {}

extension SubjectProtocol {
  /// Sends any event.
  public func send(_ event: Event<Value, Failure>) {
    switch event {
    case .next(let value): send(value)
    case .failed(let failure): fail(failure)
    case .completed: complete()
    }
  }
}

extension SubjectProtocol where Value == Void {
  /// Sends the one value that there is.
  public func send() { send(()) }
}

extension StreamProtocol {
  /// Sends every event of this stream to a subject, the end included.
  ///
  /// While it runs it keeps the subject alive. A subject may be sent to by several streams; the first end among them
  /// ends the subject, and that disposes all of them; sending to a subject that has ended is over at once. Subjects may
  /// be joined in this way to chains of any length: beyond thirty-two inside each other, an event goes on when the
  /// first delivery has returned.
  @discardableResult
  public func send(to subject: some SubjectProtocol<Value, Failure>) -> Disposable {
    let subscription = Subscription()
    subject.addUpstream(subscription)
    guard subscription.isActive else { return Disposable(subscription) }
    subscription.add { [weak subject, weak subscription] in
      if let subject, let subscription { subject.removeUpstream(subscription) }
    }
    let forwarder = Forwarder(subject, subscription)
    signal.attach(
      Sink(next: { forwarder.pass(.next($0)) }, end: { forwarder.pass(Event($0)) }), to: subscription,
      recordedAs: "send(to:)")
    return Disposable(subscription)
  }
}
