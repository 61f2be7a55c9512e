public import StreamCore

extension StreamProtocol {
  /// Emits the last value, when the source has completed.
  ///
  ///     source  a--b--c--|
  ///     last()  ---------(c|)
  ///
  /// An empty source gives an empty stream. Keeps one value. Delivers where the source completes; a failure passes, and
  /// the value is lost.
  @inlinable
  public func last() -> Signal<Value, Failure> { keeping { _, _ in true } }

  /// Emits the last value that passes a test, when the source has completed.
  ///
  ///     source                   1--2--3--4--|
  ///     last(where: { $0 < 3 })  ------------(2|)
  ///
  /// A source without such a value gives an empty stream. Keeps one value. Delivers where the source completes; a
  /// failure passes, and the value is lost.
  @inlinable
  public func last(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    keeping { _, new in isWanted(new) }
  }

  /// Emits the value that has replaced all previous ones, when the source has completed.
  @inlinable
  func keeping(
    _ isReplaced: @escaping @Sendable (_ kept: Value?, _ new: Value) -> Bool, named name: StaticString = #function
  ) -> Signal<Value, Failure> {
    apply(Reducing(Value?.none) { if isReplaced($0, $1) { $0 = $1 } }, named: name)
      .apply(CompactMapping { $0 }, named: "")
  }
}
