public import StreamCore

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/withLatest(from:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func withLatest<Other, Thrown: Error>(
    from other: some StreamProtocol<Other, Thrown>
  ) -> Signal<(Value, Other), Thrown> {
    promoteFailure(to: Thrown.self).withLatest(from: other)
  }

  /// ``StreamProtocol/withLatest(from:_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func withLatest<Other, Output: Sendable, Thrown: Error>(
    from other: some StreamProtocol<Other, Thrown>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).withLatest(from: other, transform)
  }
}
