public import StreamCore

extension StreamProtocol {
  /// Replaces each value by a stream that an asynchronous function comes up with; the strategy says what becomes of one
  /// that arrives while another is still running.
  ///
  ///     source                                       1---2---|
  ///     flatMap(awaiting: .latest) { a tick; n--n| } -1---2--2|
  ///
  /// The function runs in a task of its own and counts as the beginning of the stream that it returns: what replaces or
  /// cancels the stream cancels the task. An error that it throws is a failure of that stream. All else is as in
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
  /// Replaces each value of a stream that cannot fail by one that can, which an asynchronous function comes up with.
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

  /// The same of a function that does not throw.
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
  /// Replaces each value by a stream that cannot fail, which an asynchronous function comes up with.
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
