// Names of Combine, RxSwift, ReactiveSwift and AsyncAlgorithms, for which the compiler suggests the name in Rill.

extension StreamProtocol {
  /// Combine's name of ``subscribe(_:)``.
  @available(*, unavailable, renamed: "subscribe(_:)")
  public func sink(receiveValue: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Combine's name of ``subscribeEvents(isolation:_:fileID:line:)``.
  @available(
    *, unavailable,
    message: "Write 'subscribe(next:failed:completed:)', or 'subscribeEvents' for every event in one handler."
  )
  public func sink(
    receiveCompletion: @escaping (Completion<Failure>) -> Void, receiveValue: @escaping (Value) -> Void
  ) -> Disposable { fatalError() }

  /// Combine's way to set a property of an object.
  @available(*, unavailable, message: "Write 'bind(keyPath, of: object, to: stream)', or 'property <~ stream'.")
  public func assign<Object>(to keyPath: ReferenceWritableKeyPath<Object, Value>, on object: Object) -> Disposable {
    fatalError()
  }

  /// RxSwift's way to set a property.
  @available(*, unavailable, message: "Write 'property <~ stream', or 'subscribe { … }' for a closure.")
  public func bind<Target>(to target: Target) -> Disposable { fatalError() }

  /// ReactiveSwift's name of ``subscribe(_:)`` for a hot stream.
  @available(*, unavailable, renamed: "subscribe(_:)")
  public func observeValues(_ action: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// ReactiveSwift's name of ``subscribe(_:)`` for a cold stream.
  @available(*, unavailable, renamed: "subscribe(_:)")
  public func startWithValues(_ action: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// ReactiveObjC's name of ``subscribe(_:)``.
  @available(*, unavailable, renamed: "subscribe(_:)")
  public func subscribeNext(_ action: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Combine's way to hide the type of a chain.
  @available(
    *, unavailable,
    message: "There is nothing to erase: every operator returns a 'Signal'; 'signal' converts a subject or property."
  )
  public func eraseToAnyPublisher() -> Signal<Value, Failure> { fatalError() }

  /// The way to hide the type of a chain that libraries after Combine have.
  @available(
    *, unavailable,
    message: "There is nothing to erase: every operator returns a 'Signal'; 'signal' converts a subject or property."
  )
  public func eraseToAnySignal() -> Signal<Value, Failure> { fatalError() }

  /// RxSwift's form of ``subscribe(isolation:next:failed:completed:fileID:line:)``.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "Write 'subscribe(next:failed:completed:)', or 'subscribe { … }' for values alone."
  )
  public func subscribe(
    onNext: @escaping (Value) -> Void, onError: @escaping (Failure) -> Void = { _ in },
    onCompleted: @escaping () -> Void = {}, onDisposed: @escaping () -> Void = {}
  ) -> Disposable { fatalError() }

  /// RxSwift's way to show a subject as a stream.
  @available(*, unavailable, message: "Write 'signal'.")
  public func asObservable() -> Signal<Value, Failure> { fatalError() }
}

extension Disposable {
  /// Combine's way to keep a subscription.
  @available(
    *, unavailable,
    message: "A subscription needs no bag: it lives until it ends or is disposed; 'add(to:)' puts it into another."
  )
  public func store<Bag>(in bag: inout Bag) { fatalError() }

  /// RxSwift's way to keep a subscription.
  @available(
    *, unavailable,
    message: "A subscription needs no bag: it lives until it ends or is disposed; 'add(to:)' puts it into another."
  )
  public func disposed<Bag>(by bag: Bag) { fatalError() }
}

extension Completion {
  /// Combine's name of ``completed``.
  @available(*, unavailable, renamed: "completed")
  public static var finished: Completion { fatalError() }
}

/// Combine's and RxSwift's name of ``Signal/just(_:)``.
@available(*, unavailable, message: "Write 'Signal.just(value)'.")
public func Just<Value: Sendable>(_ value: Value) -> Signal<Value, Never> { fatalError() }

/// Combine's name of ``Signal``.
@available(*, unavailable, renamed: "Signal")
public typealias AnyPublisher<Value: Sendable, Failure: Error> = Signal<Value, Failure>

/// RxSwift's way to keep subscriptions.
@available(*, unavailable, message: "A subscription needs no bag: it lives until it ends or is disposed.")
public typealias DisposeBag = CompositeDisposable
