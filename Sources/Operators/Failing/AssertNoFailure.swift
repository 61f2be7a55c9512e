public import StreamCore

extension StreamProtocol {
  /// Says that the stream never fails here, and traps if it does, with the failure and the place in the message.
  ///
  ///     source             1-2-|
  ///     assertNoFailure()  1-2-|
  ///
  /// For failures that would be a mistake in the program; ``catch(_:)-(_)`` is for all others. Keeps nothing. Delivers
  /// where the source delivers; completes with the source.
  public func assertNoFailure(
    _ reason: String = "This stream was said never to fail.", file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value, Never> {
    mapFailure { preconditionFailure("\(reason) It failed at \(file):\(line) with \($0).") }
  }
}
