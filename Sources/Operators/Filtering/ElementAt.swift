public import StreamCore

extension StreamProtocol {
  /// Emits the value with the given index, counted from 0, and completes.
  ///
  ///     source          a--b--c--d--|
  ///     element(at: 2)  ------(c|)
  ///
  /// The source is disposed synchronously; a shorter source gives an empty stream. Keeps a counter. Delivers where the
  /// source delivers; fails with the source. A negative index traps.
  @inlinable
  public func element(at index: Int) -> Signal<Value, Failure> {
    if index < 0 { fatalError("`element(at:)` needs an index of 0 or more, got \(index).") }
    return skip(index).take(1)
  }
}
