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
    apply(TakingWhile(isIncluded))
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
    apply(TakingWhile { !isLast($0) })
  }
}

extension LazyStream {
  /// The elements before the first that does not pass a test; what comes after that one is not computed.
  @inlinable
  public func take(while isIncluded: @escaping @Sendable (Element) -> Bool) -> LazyStream {
    apply(TakingWhile(isIncluded))
  }

  /// The elements before the first that passes a test; what comes after that one is not computed.
  @inlinable
  public func take(untilFirst isLast: @escaping @Sendable (Element) -> Bool) -> LazyStream {
    apply(TakingWhile { !isLast($0) })
  }
}

@usableFromInline
struct TakingWhile<Value: Sendable>: Operator {
  @usableFromInline let isIncluded: @Sendable (Value) -> Bool

  @inlinable
  init(_ isIncluded: @escaping @Sendable (Value) -> Bool) { self.isIncluded = isIncluded }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> { isIncluded(input) ? .emit(input) : .finish }
}
