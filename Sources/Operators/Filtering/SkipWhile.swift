public import StreamCore

extension StreamProtocol {
  /// Drops values as long as they pass a test, and passes the rest.
  ///
  ///     source                   1--2--3--1--|
  ///     skip(while: { $0 < 3 })  ------3--1--|
  ///
  /// The first value that fails the test is emitted; the test does not run again after it. Keeps one flag. Delivers
  /// where the source delivers; completes and fails with the source.
  @inlinable
  public func skip(while isSkipped: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(skippingWhile(isSkipped))
  }

  /// Drops values until the first that passes a test; that value and the rest pass.
  ///
  ///     source                         1--2--3--1--|
  ///     skip(untilFirst: { $0 == 3 })  ------3--1--|
  ///
  /// The test does not run again after that value. Keeps one flag. Delivers where the source delivers; completes and
  /// fails with the source.
  @inlinable
  public func skip(untilFirst isFirst: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(skippingWhile { !isFirst($0) })
  }
}

extension LazyStream {
  /// Skips elements as long as they pass a test.
  @inlinable
  public func skip(while isSkipped: @escaping @Sendable (Element) -> Bool) -> LazyStream {
    apply(skippingWhile(isSkipped))
  }

  /// Skips the elements before the first that passes a test.
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
