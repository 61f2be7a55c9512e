public import StreamCore

extension StreamProtocol {
  /// Asserts that the stream never fails: a failure traps, with the failure and the place in the message.
  ///
  ///     source             1-2-|
  ///     assertNoFailure()  1-2-|
  ///
  /// For failures that would be a mistake in the program. Use ``catch(_:)-(_)`` for all other failures. Keeps nothing.
  /// Delivers where the source delivers; completes with the source.
  public func assertNoFailure(
    _ reason: String = "A stream with assertNoFailure() failed.", file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value, Never> {
    mapFailure { fatalError("\(reason) It failed at \(file):\(line) with \($0).") }
  }
}
