public import StreamCore

extension StreamProtocol {
  /// Drops values as long as they pass a test; the first that does not is emitted, and so is everything after it.
  ///
  ///     source                   1--2--3--1--|
  ///     skip(while: { $0 < 3 })  ------3--1--|
  ///
  /// The test is not made again after that. Keeps one flag. Delivers where the source delivers; ends and fails with the
  /// source.
  @inlinable
  public func skip(while isSkipped: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(skippingWhile(isSkipped))
  }

  /// Drops values until the first that passes a test, which is emitted, and so is everything after it.
  ///
  ///     source                         1--2--3--1--|
  ///     skip(untilFirst: { $0 == 3 })  ------3--1--|
  ///
  /// The test is not made again after that. Keeps one flag. Delivers where the source delivers; ends and fails with the
  /// source.
  @inlinable
  public func skip(untilFirst isFirst: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(skippingWhile { !isFirst($0) })
  }
}

extension LazyStream {
  /// The stream from the first element on that does not pass a test.
  @inlinable
  public func skip(while isSkipped: @escaping @Sendable (Element) -> Bool) -> LazyStream {
    apply(skippingWhile(isSkipped))
  }

  /// The stream from the first element on that passes a test.
  @inlinable
  public func skip(untilFirst isFirst: @escaping @Sendable (Element) -> Bool) -> LazyStream {
    apply(skippingWhile { !isFirst($0) })
  }
}

@inlinable
func skippingWhile<Value: Sendable>(_ isSkipped: @escaping @Sendable (Value) -> Bool) -> some Operator<Value, Value> {
  StatefulRule(true) { isSkipping, value in
    isSkipping = isSkipping && isSkipped(value)
    return isSkipping ? .skip : .emit(value)
  }
}
