extension StreamProtocol {
  /// Pairs the n-th value of this stream with the n-th value of another.
  ///
  ///     a          1---2-----3-|
  ///     b          --a-b-c|
  ///     a.zip(b)   --p-q-----(r|)     p = (1, a), q = (2, b), r = (3, c)
  ///
  /// Completes as soon as no further pair is possible: when a side has completed and all its values are used up. Fails
  /// with the first failure, at once. Keeps the values that wait for their partner, without a bound. Delivers where the
  /// value that makes a pair whole arrives.
  @inlinable
  public func zip<Other: StreamProtocol>(_ other: Other) -> Signal<(Value, Other.Value), Failure>
  where Other.Failure == Failure {
    join(
      signal, other.signal, unused(), unused(), unused(), unused(),
      Zipping(2, (), (), (), ()) { a, b, _, _, _, _ in (a, b) })
  }
}
