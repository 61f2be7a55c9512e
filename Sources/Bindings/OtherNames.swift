public import StreamCore

// The names that users of Combine, RxSwift, ReactiveSwift and AsyncAlgorithms type, so that the compiler answers with
// the name that is right here.

extension PropertyProtocol {
  /// ReactiveSwift's name of `signal`.
  @available(*, unavailable, message: "Write 'signal': the current value, then every change.")
  public var producer: Signal<Value, Never> { fatalError() }
}

/// There is no such form for a stream that can fail: see ``bind(_:of:to:isolation:file:line:)``.
@_disfavoredOverload
@available(*, unavailable, message: "The stream can fail: 'catch' the failure before, or 'replaceFailure(with:)'.")
public func bind<Target: AnyObject, Value>(
  _ keyPath: ReferenceWritableKeyPath<Target, Value>, of target: Target,
  to stream: some StreamProtocol<Value, some Error>
) -> Disposable { fatalError() }

/// RxSwift's name of ``MutableProperty``.
@available(*, unavailable, renamed: "MutableProperty")
public typealias BehaviorRelay<Value: Sendable> = MutableProperty<Value>
