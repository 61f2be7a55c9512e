public import StreamCore
import StreamPrimitives

/// One run of a stream, for any number of observers.
///
/// Observers subscribe to the connection, which is a stream. The source is not subscribed to before ``connect()``. Then
/// its events go through a subject, so the observers share one subscription to the source. The subject determines which
/// events early and late observers receive.
///
/// ```swift
/// let connection = request.publish()
/// connection.subscribe { print("product:", $0) }
/// connection.subscribe { print("id:", $0.id) }
/// connection.connect()
/// ```
///
/// A connection connects once. Disposing it, or the result of ``connect()``, tears the source down and then completes
/// the observers. (In ReactiveObjC these and later observers wait forever.) After `connect()` the connection itself
/// need not be kept. Releasing it before completes its observers.
public final class MulticastConnection<Value: Sendable, Failure: Error>: StreamProtocol, Disposing {
  private let source: Signal<Value, Failure>

  /// The subject's stream, which does not keep the subject alive.
  private let received: Signal<Value, Failure>

  /// The subject before ``connect()``, and after a source that never ends has been released.
  ///
  /// In between, the source's sink keeps the subject. The observers of a released source that never ends wait until the
  /// connection is disposed, which completes them, or is released, which releases them.
  private let subject: Lock<(any SubjectProtocol<Value, Failure>)?>
  let run: ConnectionRun

  /// Whether the first subscriber connects the source.
  private let isLazy: Bool

  /// The subscription to the source. It does not retain the subject, so observers can retain it.
  final class ConnectionRun: Sendable {
    let subscription = Subscription()

    /// Whether ``connect()`` was called, or the connection was disposed. Only the first of both has an effect.
    let hasBegun = Atomic(false)
    private weak let subject: (any SubjectProtocol<Value, Failure>)?

    init(_ subject: any SubjectProtocol<Value, Failure>) { self.subject = subject }

    func disposeIfBegun() { if hasBegun.load(ordering: .acquiring) { dispose() } }

    /// Disposes the source first. Its sink is usually the last reference to the subject, so the subject is retained
    /// here.
    func dispose() {
      let subject = self.subject
      subscription.dispose()
      subject?.complete()
    }
  }

  /// The object that the source's sink retains, and with it the subject.
  private final class SubjectOwner: Sendable {
    let subject: any SubjectProtocol<Value, Failure>
    private weak let connection: MulticastConnection?

    init(_ subject: any SubjectProtocol<Value, Failure>, _ connection: MulticastConnection) {
      self.subject = subject
      self.connection = connection
    }

    deinit {
      if let connection, connection.run.subscription.isEndless { connection.subject.withLock { $0 = subject } }
    }
  }

  init(_ source: Signal<Value, Failure>, _ subject: any SubjectProtocol<Value, Failure>, isLazy: Bool = false) {
    self.source = source
    self.isLazy = isLazy
    run = ConnectionRun(subject)
    received = subject.signal
    self.subject = Lock(subject)
  }

  /// A read-only stream of the source's events, from ``connect()`` on, and of the values that the subject keeps.
  public var signal: Signal<Value, Failure> {
    guard isLazy else { return received }
    return Signal(
      attaching: { sink, subscription in
        self.received.attach(sink, to: subscription)
        self.connect()
      }, named: "replayLazily")
  }

  /// Subscribes the subject to the source, on the caller, and returns a handle that ends the connection and keeps it.
  ///
  /// Only the first call subscribes. All other calls return immediately, even while the first one is still subscribing
  /// on another thread, and after the connection was disposed or the source has ended.
  @discardableResult
  public func connect() -> Disposable {
    guard !run.hasBegun.exchange(true, ordering: .acquiringAndReleasing),
      let subject = subject.withLock({ $0.take() })
    else { return Disposable(self) }
    let subscription = run.subscription
    (subject as? any HubOwner<Value, Failure>)?.hub.setFeed(subscription)
    let owner = SubjectOwner(subject, self)
    source.attach(
      Sink(
        next: { if subscription.isActive { owner.subject.send($0) } },
        end: { completion in
          guard subscription.isActive else { return }
          owner.subject.send(Event(completion))
          subscription.dispose()
        }),
      to: subscription)
    return Disposable(self)
  }

  /// Tears the source down, then completes all current and later observers. After it, ``connect()`` has no effect.
  public func dispose() {
    run.hasBegun.store(true, ordering: .releasing)
    run.dispose()
  }

  /// Whether it was disposed, or the source has ended.
  public var isDisposed: Bool { run.subscription.isDisposed }
}

extension StreamProtocol {
  /// A connection through a plain ``Subject``. Late observers miss earlier values.
  public func publish() -> MulticastConnection<Value, Failure> { multicast(Subject()) }

  /// A connection through a subject of the caller's choice.
  public func multicast(_ subject: some SubjectProtocol<Value, Failure>) -> MulticastConnection<Value, Failure> {
    MulticastConnection(signal, subject)
  }
}
