public import StreamCore

// Names of Combine, RxSwift, ReactiveSwift and AsyncAlgorithms, for which the compiler suggests the name in Rill.

/// Combine's name of ``Subject``.
@available(*, unavailable, renamed: "Subject")
public typealias PassthroughSubject<Value: Sendable, Failure: Error> = Subject<Value, Failure>

/// Combine's name of ``BehaviorSubject``.
@available(*, unavailable, message: "Write 'MutableProperty', or 'BehaviorSubject' for one that can fail and end.")
public typealias CurrentValueSubject<Value: Sendable, Failure: Error> = BehaviorSubject<Value, Failure>

/// RxSwift's name of ``Subject``.
@available(*, unavailable, message: "Write 'Subject<Value, Never>', or the type of failure for 'Never'.")
public typealias PublishSubject<Value: Sendable> = Subject<Value, Never>

extension SubjectProtocol {
  /// Combine's form of ``complete()`` and ``fail(_:)``.
  @available(*, unavailable, message: "Write 'complete()', or 'fail(failure)'.")
  public func send(completion: Completion<Failure>) { fatalError() }

  /// RxSwift's name of ``send(_:)``.
  @available(*, unavailable, renamed: "send(_:)")
  public func onNext(_ value: Value) { fatalError() }

  /// RxSwift's name of ``fail(_:)``.
  @available(*, unavailable, renamed: "fail(_:)")
  public func onError(_ failure: Failure) { fatalError() }

  /// RxSwift's name of ``complete()``.
  @available(*, unavailable, renamed: "complete()")
  public func onCompleted() { fatalError() }

  /// RxSwift's name of ``send(_:)`` for a relay.
  @available(*, unavailable, renamed: "send(_:)")
  public func accept(_ value: Value) { fatalError() }
}
