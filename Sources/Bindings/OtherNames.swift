public import StreamCore

// The names that users of Combine, RxSwift, ReactiveSwift and AsyncAlgorithms type, so that the compiler answers with
// the name that is right here.

extension PropertyProtocol {
  /// ReactiveSwift's name of `signal`.
  @available(*, unavailable, message: "Write 'signal': the current value, then every change.")
  public var producer: Signal<Value, Never> { fatalError() }
}

/// RxSwift's name of ``MutableProperty``.
@available(*, unavailable, renamed: "MutableProperty")
public typealias BehaviorRelay<Value: Sendable> = MutableProperty<Value>
