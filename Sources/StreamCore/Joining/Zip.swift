extension StreamProtocol {
  /// Pairs the n-th value of this stream with the n-th value of another.
  ///
  ///     a          1---2-----3-|
  ///     b          --a-b-c|
  ///     a.zip(b)   --p-q-----(r|)     p = (1, a), q = (2, b), r = (3, c)
  ///
  /// Completes as soon as no further pair is possible: when one side has completed and all its values are paired. Fails
  /// immediately with the first failure. Keeps the values without a partner, without a bound. Delivers where the second
  /// value of a pair arrives.
  @inlinable
  public func zip<Other: StreamProtocol>(_ other: Other) -> Signal<(Value, Other.Value), Failure>
  where Other.Failure == Failure {
    join(signal, other.signal, Zipping())
  }
}
