public import StreamCore

/// A stream that code sends to.
public protocol SubjectProtocol<Value, Failure>: StreamProtocol, AnyObject {
  /// Sends a value. After the end, values are dropped.
  func send(_ value: Value)

  /// Ends the subject with a failure.
  func fail(_ failure: Failure)

  /// Completes the subject.
  func complete()

  /// Adds a subscription that is disposed when the subject ends, before the observers receive the end.
  ///
  /// If the subject has ended, the subscription is disposed immediately.
  func addUpstream(_ upstream: Subscription)

  /// Releases a subscription that was added.
  func removeUpstream(_ upstream: Subscription)
}

/// A subject of the library, which wraps a hub.
package protocol HubOwner<Value, Failure>: SubjectProtocol {
  var hub: Hub<Value, Failure> { get }
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
  /// Sends the value of a subject without information.
  public func send() { send(()) }
}

extension StreamProtocol {
  /// Sends every event of this stream to a subject, the end included.
  ///
  /// The subscription keeps the subject alive until it ends. Several streams may send to one subject. The first end
  /// among them ends the subject, which disposes all these subscriptions. If the subject has ended, the stream is not
  /// subscribed to. Subjects may be joined in this way to chains of any length: after thirty-two nested deliveries, an
  /// event continues when the first delivery has returned.
  @discardableResult
  public func send(to subject: some SubjectProtocol<Value, Failure>) -> Disposable {
    let subscription = Subscription()
    subject.addUpstream(subscription)
    guard subscription.isActive else { return Disposable(subscription) }
    subscription.add { [weak subject, weak subscription] in
      if let subject, let subscription { subject.removeUpstream(subscription) }
    }
    let forwarder = Forwarder<Event<Value, Failure>> { event in
      guard subscription.isActive else { return }
      subject.send(event)
      if event.isTerminal { subscription.dispose() }
    }
    signal.attach(
      Sink(next: { forwarder.pass(.next($0)) }, end: { forwarder.pass(Event($0)) }), to: subscription,
      recordedAs: "send(to:)")
    return Disposable(subscription)
  }
}
