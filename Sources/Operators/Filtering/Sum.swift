public import StreamCore

extension StreamProtocol where Value: AdditiveArithmetic {
  /// Adds the values, and emits their sum when the source has completed.
  ///
  ///     source  1--2--3--|
  ///     sum()   ---------(6|)
  ///
  /// The sum of an empty source is zero. A sum of integers that overflows traps. Keeps the sum. Delivers where the
  /// source completes; a failure passes, and the sum is lost.
  @inlinable
  public func sum() -> Signal<Value, Failure> { apply(Reducing(.zero) { $0 += $1 }) }
}
