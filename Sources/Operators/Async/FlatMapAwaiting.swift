public import StreamCore

extension StreamProtocol {
  /// Transforms each value into a stream by an asynchronous function, and flattens the streams under a strategy.
  ///
  ///     source                                       1---2---|
  ///     flatMap(awaiting: .latest) { a tick; n--n| } -1---2--2|
  ///
  /// The function runs in its own task and is part of the stream that it returns: if the stream is replaced or
  /// cancelled, so is the task. A thrown error is a failure of that stream. All else is as in
  /// ``StreamProtocol/flatMap(_:_:)``.
  @inlinable
  public func flatMap<Output: Sendable>(
    awaiting strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) async throws(Failure) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    flatMap(strategy) { value in
      Signal<Signal<Output, Failure>, Failure> { () async throws(Failure) in try await transform(value) }.flatMap { $0 }
    }
  }
}

extension StreamProtocol where Failure == Never {
  /// Transforms each value of a stream that cannot fail into a stream that can fail, by an asynchronous function.
  ///
  /// All else is as in ``StreamProtocol/flatMap(awaiting:_:)``.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable, Thrown: Error>(
    awaiting strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) async throws(Thrown) -> Signal<Output, Thrown>
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMap(awaiting: strategy, transform)
  }

  /// The same for a function that does not throw.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable, Thrown: Error>(
    awaiting strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) async -> Signal<Output, Thrown>
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMap(awaiting: strategy, transform)
  }
}

extension StreamProtocol {
  /// Transforms each value into a stream that cannot fail, by an asynchronous function.
  ///
  /// All else is as in ``StreamProtocol/flatMap(awaiting:_:)``.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable>(
    awaiting strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) async throws(Failure) -> Signal<Output, Never>
  ) -> Signal<Output, Failure> {
    flatMap(awaiting: strategy) { value async throws(Failure) in
      try await transform(value).promoteFailure(to: Failure.self)
    }
  }
}
