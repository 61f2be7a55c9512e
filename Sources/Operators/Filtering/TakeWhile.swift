public import StreamCore

extension StreamProtocol {
  /// Emits values as long as they pass a test; the first that does not ends the stream and is not emitted.
  ///
  ///     source                   1--2--3--2--|
  ///     take(while: { $0 < 3 })  1--2--|
  ///
  /// The source is disposed right then. Keeps nothing. Delivers where the source delivers; completes when the source
  /// does, if not before, and fails with it.
  @inlinable
  public func take(while isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(takingWhile(isIncluded))
  }

  /// Emits values until the first that passes a test, which ends the stream and is not emitted.
  ///
  ///     source                         1--2--3--2--|
  ///     take(untilFirst: { $0 == 3 })  1--2--|
  ///
  /// The source is disposed right then. Keeps nothing. Delivers where the source delivers; completes when the source
  /// does, if not before, and fails with it.
  @inlinable
  public func take(untilFirst isLast: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(takingWhile { !isLast($0) })
  }
}

extension LazyStream {
  /// The elements before the first that does not pass a test; what comes after that one is not computed.
  @inlinable
  public func take(while isIncluded: @escaping @Sendable (Element) -> Bool) -> LazyStream {
    apply(takingWhile(isIncluded))
  }

  /// The elements before the first that passes a test; what comes after that one is not computed.
  @inlinable
  public func take(untilFirst isLast: @escaping @Sendable (Element) -> Bool) -> LazyStream {
    apply(takingWhile { !isLast($0) })
  }
}

@inlinable
func takingWhile<Value: Sendable>(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> some Operator<Value, Value> {
  StatefulRule(()) { _, value in isIncluded(value) ? .emit(value) : .finish }
}
