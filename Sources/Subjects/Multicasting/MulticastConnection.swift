public import StreamCore
import StreamPrimitives

/// One run of a stream, for any number of observers.
///
/// Observers subscribe to the connection, which is a stream; nothing runs until ``connect()``. What the source then
/// sends goes through a subject, so observers share one subscription to the source, and get what that subject gives to
/// early and late ones.
///
/// ```swift
/// let connection = request.publish()
/// connection.subscribe { print("product:", $0) }
/// connection.subscribe { print("id:", $0.id) }
/// connection.connect()
/// ```
///
/// A connection connects once. Disposing it, or what ``connect()`` returned, ends it: the source is torn down, then the
/// observers complete (in ReactiveObjC they, and later ones, wait for ever). While it is connected the connection
/// itself need not be kept; released before that, it completes its observers.
public final class MulticastConnection<Value: Sendable, Failure: Error>: StreamProtocol, Disposing {
  private let source: Signal<Value, Failure>

  /// What the subject gives, which does not keep it.
  private let received: Signal<Value, Failure>

  /// The subject: until the source has it to send to, and when the source is one that never ends, since then it can
  /// only be ended from here.
  private let subject: Lock<(any SubjectProtocol<Value, Failure>)?>
  let run: Run

  /// Whether the first subscriber connects it.
  private let isLazy: Bool

  /// The subscription to the source. It does not hold the subject, so observers can hold it.
  final class Run: Sendable {
    let subscription = Subscription()
    let hasBegun = Atomic(false)
    private weak let subject: (any SubjectProtocol<Value, Failure>)?

    init(_ subject: any SubjectProtocol<Value, Failure>) { self.subject = subject }

    func disposeIfBegun() { if hasBegun.load(ordering: .acquiring) { dispose() } }

    /// The source comes first, and what it holds is most often all that keeps the subject.
    func dispose() {
      let subject = self.subject
      subscription.dispose()
      subject?.complete()
    }
  }

  /// What the sink of the source holds, and with it the subject.
  private final class Middle: Sendable {
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
    run = Run(subject)
    received = subject.signal
    self.subject = Lock(subject)
  }

  /// What the source sends while connected, and what the subject keeps of it; it cannot be turned back into the
  /// subject.
  public var signal: Signal<Value, Failure> {
    guard isLazy else { return received }
    return Signal(attaching: { sink, subscription in
      self.received.attach(sink, to: subscription)
      self.connect()
    })
  }

  /// Subscribes the subject to the source, on the caller, and returns a handle that ends the connection and keeps it.
  ///
  /// Only the first call subscribes. Every other returns at once: while the first is still subscribing on another
  /// thread, and also after the connection was disposed or the source has ended.
  @discardableResult
  public func connect() -> Disposable {
    guard !run.hasBegun.exchange(true, ordering: .acquiringAndReleasing),
      let subject = subject.withLock({ $0.take() })
    else { return Disposable(self) }
    let subscription = run.subscription
    (subject as? any HubOwner)?.follow(subscription)
    let middle = Middle(subject, self)
    source.attach(
      Sink(
        next: { if subscription.isActive { middle.subject.send($0) } },
        end: { completion in
          guard subscription.isActive else { return }
          middle.subject.send(Event(completion))
          subscription.dispose()
        }),
      to: subscription)
    return Disposable(self)
  }

  /// Ends the connection: the source is torn down, then the observers complete, and so do later ones. Before
  /// ``connect()``: it will not connect.
  public func dispose() {
    run.hasBegun.store(true, ordering: .releasing)
    run.dispose()
  }

  /// Whether it was disposed, or the source has ended.
  public var isDisposed: Bool { run.subscription.isDisposed }
}

extension StreamProtocol {
  /// A connection whose observers share one run of this stream, through a plain ``Subject``: late ones miss what was
  /// sent.
  public func publish() -> MulticastConnection<Value, Failure> { multicast(Subject()) }

  /// A connection whose observers share one run of this stream, through a subject of the caller's choice.
  public func multicast(_ subject: some SubjectProtocol<Value, Failure>) -> MulticastConnection<Value, Failure> {
    MulticastConnection(signal, subject)
  }
}
