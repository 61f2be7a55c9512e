public import StreamCore

// If only the source or only the inner streams can fail, the result has that failure type.
//
// These overloads change the failure type and call the operator of the same name. The compiler tries them only where
// that one does not fit.

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/flatMap(_:_:)`` of streams that can fail.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable, Thrown: Error>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Signal<Output, Thrown>
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMap(strategy, transform)
  }

  /// ``StreamProtocol/concatMap(_:)`` of streams that can fail.
  @_disfavoredOverload
  @inlinable
  public func concatMap<Output: Sendable, Thrown: Error>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Thrown>
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).concatMap(transform)
  }

  /// ``StreamProtocol/flatMapLatest(_:)`` of streams that can fail.
  @_disfavoredOverload
  @inlinable
  public func flatMapLatest<Output: Sendable, Thrown: Error>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Thrown>
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMapLatest(transform)
  }

  /// ``StreamProtocol/flatMapFirst(_:)`` of streams that can fail.
  @_disfavoredOverload
  @inlinable
  public func flatMapFirst<Output: Sendable, Thrown: Error>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Thrown>
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMapFirst(transform)
  }

  /// ``StreamProtocol/then(_:)`` with a stream that can fail.
  @_disfavoredOverload
  @inlinable
  public func then<Output: Sendable, Thrown: Error>(
    _ next: @escaping @Sendable () -> Signal<Output, Thrown>
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).then(next)
  }
}

extension StreamProtocol {
  /// ``StreamProtocol/flatMap(_:_:)`` of streams that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Signal<Output, Never>
  ) -> Signal<Output, Failure> {
    flatMap(strategy, { transform($0).promoteFailure(to: Failure.self) })
  }

  /// ``StreamProtocol/concatMap(_:)`` of streams that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func concatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Never>
  ) -> Signal<Output, Failure> {
    concatMap({ transform($0).promoteFailure(to: Failure.self) })
  }

  /// ``StreamProtocol/flatMapLatest(_:)`` of streams that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func flatMapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Never>
  ) -> Signal<Output, Failure> {
    flatMapLatest({ transform($0).promoteFailure(to: Failure.self) })
  }

  /// ``StreamProtocol/flatMapFirst(_:)`` of streams that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func flatMapFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Never>
  ) -> Signal<Output, Failure> {
    flatMapFirst({ transform($0).promoteFailure(to: Failure.self) })
  }
}

extension StreamProtocol where Failure == Never, Value: StreamProtocol {
  /// ``StreamProtocol/flatten(_:)`` of streams that can fail.
  @_disfavoredOverload
  @inlinable
  public func flatten(_ strategy: FlattenStrategy = .merge) -> Signal<Value.Value, Value.Failure> {
    promoteFailure(to: Value.Failure.self).flatten(strategy)
  }

  /// ``StreamProtocol/switchToLatest()`` of streams that can fail.
  @_disfavoredOverload
  @inlinable
  public func switchToLatest() -> Signal<Value.Value, Value.Failure> {
    promoteFailure(to: Value.Failure.self).switchToLatest()
  }
}
