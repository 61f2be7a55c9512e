public import StreamCore

extension StreamProtocol {
  /// Passes values as long as they pass a test, and completes at the first that fails it.
  ///
  ///     source                   1--2--3--2--|
  ///     take(while: { $0 < 3 })  1--2--|
  ///
  /// The value that decides is not emitted, and the source is disposed synchronously. Keeps nothing. Delivers where the
  /// source delivers; completes no later than the source, and fails with it.
  @inlinable
  public func take(while isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(takingWhile(isIncluded))
  }

  /// Passes values until the first that passes a test, and completes there.
  ///
  ///     source                         1--2--3--2--|
  ///     take(untilFirst: { $0 == 3 })  1--2--|
  ///
  /// The value that decides is not emitted, and the source is disposed synchronously. Keeps nothing. Delivers where the
  /// source delivers; completes no later than the source, and fails with it.
  @inlinable
  public func take(untilFirst isLast: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(takingWhile { !isLast($0) })
  }
}

extension LazyStream {
  /// Takes the elements before the first that fails a test; the elements after it are not computed.
  @inlinable
  public func take(while isIncluded: @escaping @Sendable (Element) -> Bool) -> LazyStream {
    apply(takingWhile(isIncluded))
  }

  /// Takes the elements before the first that passes a test; the elements after it are not computed.
  @inlinable
  public func take(untilFirst isLast: @escaping @Sendable (Element) -> Bool) -> LazyStream {
    apply(takingWhile { !isLast($0) })
  }
}

@inlinable
func takingWhile<Value: Sendable>(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> some Operator<Value, Value> {
  StatefulRule(()) { _, value in isIncluded(value) ? .emit(value) : .finish }
}
