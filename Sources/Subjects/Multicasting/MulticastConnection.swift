public import StreamCore
import Synchronization

/// One run of a stream, for any number of observers.
///
/// Observers subscribe to the connection, which is a stream; nothing runs until ``connect()``. What the source then sends goes through
/// a subject, so observers share one subscription to the source, and get what that subject gives to early and late ones.
///
/// ```swift
/// let connection = request.publish()
/// connection.subscribe { print("product:", $0) }
/// connection.subscribe { print("id:", $0.id) }
/// connection.connect()
/// ```
///
/// A connection connects once. Disposing what ``connect()`` returned ends it: the source is torn down, then the observers complete (in
/// ReactiveObjC they, and later ones, wait for ever). While it is connected the connection itself need not be kept; released before that, it
/// completes its observers.
public final class MulticastConnection<Value: Sendable, Failure: Error>: StreamProtocol {
  private let source: Signal<Value, Failure>
  private let subject: any SubjectProtocol<Value, Failure>
  let run = Run()

  /// The subscription to the source. It does not hold the subject, so observers can hold it.
  final class Run: Sendable {
    let subscription = Subscription()
    let hasBegun = Atomic(false)

    func disposeIfBegun() {
      if hasBegun.load(ordering: .acquiring) { subscription.dispose() }
    }
  }

  init(_ source: Signal<Value, Failure>, _ subject: any SubjectProtocol<Value, Failure>) {
    self.source = source
    self.subject = subject
  }

  /// What the source sends while connected, and what the subject keeps of it; it cannot be turned back into the subject.
  public var signal: Signal<Value, Failure> { subject.signal }

  /// Subscribes the subject to the source, on the caller.
  ///
  /// Only the first call does. Every other returns the same handle at once: while the first is still subscribing on another thread, and also after the
  /// connection was disposed or the source has ended.
  @discardableResult
  public func connect() -> Disposable {
    let subscription = run.subscription
    guard !run.hasBegun.exchange(true, ordering: .acquiringAndReleasing) else { return Disposable(subscription) }
    let subject = self.subject
    // Added before the source, so it comes after the source's teardown.
    subscription.add { [weak subject] in subject?.complete() }
    source.attach(
      Sink(
        next: { if subscription.isActive { subject.send($0) } },
        end: { completion in
          guard subscription.isActive else { return }
          subject.send(Event(completion))
          subscription.dispose()
        }),
      to: subscription)
    return Disposable(subscription)
  }
}

extension StreamProtocol {
  /// A connection whose observers share one run of this stream, through a plain ``Subject``: late ones miss what was sent.
  public func publish() -> MulticastConnection<Value, Failure> { multicast(Subject()) }

  /// A connection whose observers share one run of this stream, through a subject of the caller's choice.
  public func multicast(_ subject: some SubjectProtocol<Value, Failure>) -> MulticastConnection<Value, Failure> {
    MulticastConnection(signal, subject)
  }
}
