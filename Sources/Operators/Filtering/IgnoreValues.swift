public import StreamCore

extension StreamProtocol {
  /// Drops all values; completion and failure pass.
  ///
  ///     source          a--b--c--|
  ///     ignoreValues()  ---------|
  ///
  /// Keeps nothing. Delivers where the source delivers.
  @inlinable
  public func ignoreValues() -> Signal<Value, Failure> { apply(Selecting { _ in false }) }
}
