public import StreamCore

extension StreamProtocol {
  /// Sends whether this stream and another one have equivalent values in the same order.
  ///
  ///     a                               1-2----3-|
  ///     b                               --1-2-4--|
  ///     elementsEqual(b) { $0 == $1 }   -------(f|)
  ///
  /// Sends `false` at the first difference, or when one stream has completed and the other has sent more values. Sends
  /// `true` when both have completed. Then it completes, and both streams are disposed. Fails with the first failure of
  /// either. Keeps the values that have no partner yet, without a bound. Delivers where the answer is found.
  @inlinable
  public func elementsEqual<Other: Sendable>(
    _ other: some StreamProtocol<Other, Failure>,
    by areEquivalent: @escaping @Sendable (Value, Other) -> Bool
  ) -> Signal<Bool, Failure> {
    zipLongest(self, other).allSatisfy { value, other in
      if let value, let other { areEquivalent(value, other) } else { false }
    }
  }
}

extension StreamProtocol where Value: Equatable {
  /// Sends whether this stream and another one have equal values in the same order.
  ///
  ///     a                 1-2----3-|
  ///     b                 --1-2--3---|
  ///     elementsEqual(b)  -----------(t|)
  ///
  /// All else is as in ``elementsEqual(_:by:)``.
  @inlinable
  public func elementsEqual(_ other: some StreamProtocol<Value, Failure>) -> Signal<Bool, Failure> {
    elementsEqual(other, by: ==)
  }

  /// ``elementsEqual(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func elementsEqual(_ other: some StreamProtocol<Value, Never>) -> Signal<Bool, Failure> {
    elementsEqual(other.promoteFailure(to: Failure.self))
  }
}
