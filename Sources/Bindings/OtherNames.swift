public import StreamCore

// The names that users of other libraries type, so that the compiler answers with the right name.

extension PropertyProtocol {
  /// ReactiveSwift's name of `signal`.
  @available(*, unavailable, message: "Write 'signal': the current value, then every change.")
  public var producer: Signal<Value, Never> { fatalError() }

  /// The conversion of an end, for a property that cannot be set, which is unavailable.
  @_disfavoredOverload
  @available(*, unavailable, message: "The property is read-only. Write 'channel(\\.name, of: self)' for '$name'.")
  public func converted<Other: Sendable>(to outside: (Value) -> Other, from inside: (Other) -> Value)
    -> Terminal<Other>
  { fatalError() }
}

/// ``bind(_:of:to:isolation:file:line:)`` of a stream that can fail, which is unavailable.
@_disfavoredOverload
@available(*, unavailable, message: "The stream can fail: 'catch' the failure before, or 'replaceFailure(with:)'.")
public func bind<Target: AnyObject, Value>(
  _ keyPath: ReferenceWritableKeyPath<Target, Value>, of target: Target,
  to stream: some StreamProtocol<Value, some Error>
) -> Disposable { fatalError() }

/// RxSwift's name of ``MutableProperty``.
@available(*, unavailable, renamed: "MutableProperty")
public typealias BehaviorRelay<Value: Sendable> = MutableProperty<Value>

extension MutableProperty {
  /// RxSwift's way to set a relay.
  @available(*, unavailable, message: "Set 'value'.")
  public func accept(_ value: Value) { fatalError() }
}

/// A two-way binding of properties that cannot be set, which is unavailable.
@_disfavoredOverload
@available(
  *, unavailable,
  message: "An end is read-only. Write 'channel(\\.name, of: self)' for '$name'."
)
public func <~> <Value>(left: some PropertyProtocol<Value>, right: some PropertyProtocol<Value>) -> Disposable {
  fatalError()
}

/// The conjunction of two properties, which is unavailable: it takes values.
@_disfavoredOverload
@available(*, unavailable, message: "Write 'Property { a.value && b.value }'.")
public func && (left: some PropertyProtocol<Bool>, right: some PropertyProtocol<Bool>) -> Property<Bool> {
  fatalError()
}

/// The disjunction of two properties, which is unavailable: it takes values.
@_disfavoredOverload
@available(*, unavailable, message: "Write 'Property { a.value || b.value }'.")
public func || (left: some PropertyProtocol<Bool>, right: some PropertyProtocol<Bool>) -> Property<Bool> {
  fatalError()
}

/// The negation of a property, which is unavailable: it takes a value.
@_disfavoredOverload
@available(*, unavailable, message: "Write 'property.map { !$0 }'.")
public prefix func ! (property: some PropertyProtocol<Bool>) -> Property<Bool> { fatalError() }
