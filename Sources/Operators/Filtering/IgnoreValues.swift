public import StreamCore

extension StreamProtocol {
  /// Drops every value; only the end passes.
  ///
  ///     source          a--b--c--|
  ///     ignoreValues()  ---------|
  ///
  /// Keeps nothing. Ends and fails with the source, where the source does.
  @inlinable
  public func ignoreValues() -> Signal<Value, Failure> { apply(Selecting { _ in false }) }
}
