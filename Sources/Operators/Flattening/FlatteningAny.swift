public import StreamCore

// Streams of any type: a subject, a property, a terminal, or a type of one's own. They go on as signals. The plain forms, which take a `Signal`, come
// first, so that `.just(1)` and `.empty` are understood in a closure; the result's type is spelled with `Output`, which lets the compiler
// name a mistake that comes further down the chain.

extension StreamProtocol {
  /// ``StreamProtocol/flatMap(_:_:)`` of any type.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable, Inner: StreamProtocol<Output, Failure>>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Failure> {
    flatMap(strategy, { transform($0).signal })
  }

  /// ``StreamProtocol/concatMap(_:)`` of any type.
  @_disfavoredOverload
  @inlinable
  public func concatMap<Output: Sendable, Inner: StreamProtocol<Output, Failure>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Failure> {
    concatMap({ transform($0).signal })
  }

  /// ``StreamProtocol/flatMapLatest(_:)`` of any type.
  @_disfavoredOverload
  @inlinable
  public func flatMapLatest<Output: Sendable, Inner: StreamProtocol<Output, Failure>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Failure> {
    flatMapLatest({ transform($0).signal })
  }

  /// ``StreamProtocol/flatMapFirst(_:)`` of any type.
  @_disfavoredOverload
  @inlinable
  public func flatMapFirst<Output: Sendable, Inner: StreamProtocol<Output, Failure>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Failure> {
    flatMapFirst({ transform($0).signal })
  }

  /// ``StreamProtocol/then(_:)`` of any type.
  @_disfavoredOverload
  @inlinable
  public func then<Output: Sendable, Inner: StreamProtocol<Output, Failure>>(
    _ next: @escaping @Sendable () -> Inner
  ) -> Signal<Output, Failure> {
    then({ next().signal })
  }

  /// ``StreamProtocol/flatMap(_:_:)`` of any type that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable, Inner: StreamProtocol<Output, Never>>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Failure> {
    flatMap(strategy, { transform($0).promoteFailure(to: Failure.self) })
  }

  /// ``StreamProtocol/concatMap(_:)`` of any type that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func concatMap<Output: Sendable, Inner: StreamProtocol<Output, Never>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Failure> {
    concatMap({ transform($0).promoteFailure(to: Failure.self) })
  }

  /// ``StreamProtocol/flatMapLatest(_:)`` of any type that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func flatMapLatest<Output: Sendable, Inner: StreamProtocol<Output, Never>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Failure> {
    flatMapLatest({ transform($0).promoteFailure(to: Failure.self) })
  }

  /// ``StreamProtocol/flatMapFirst(_:)`` of any type that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func flatMapFirst<Output: Sendable, Inner: StreamProtocol<Output, Never>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Failure> {
    flatMapFirst({ transform($0).promoteFailure(to: Failure.self) })
  }

  /// ``StreamProtocol/then(_:)`` of any type that cannot fail.
  @_disfavoredOverload
  @inlinable
  public func then<Output: Sendable, Inner: StreamProtocol<Output, Never>>(
    _ next: @escaping @Sendable () -> Inner
  ) -> Signal<Output, Failure> {
    then({ next().promoteFailure(to: Failure.self) })
  }
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/flatMap(_:_:)`` of any type that can fail.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMap(strategy, { transform($0).signal })
  }

  /// ``StreamProtocol/concatMap(_:)`` of any type that can fail.
  @_disfavoredOverload
  @inlinable
  public func concatMap<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).concatMap({ transform($0).signal })
  }

  /// ``StreamProtocol/flatMapLatest(_:)`` of any type that can fail.
  @_disfavoredOverload
  @inlinable
  public func flatMapLatest<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMapLatest({ transform($0).signal })
  }

  /// ``StreamProtocol/flatMapFirst(_:)`` of any type that can fail.
  @_disfavoredOverload
  @inlinable
  public func flatMapFirst<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMapFirst({ transform($0).signal })
  }

  /// ``StreamProtocol/then(_:)`` of any type that can fail.
  @_disfavoredOverload
  @inlinable
  public func then<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ next: @escaping @Sendable () -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).then({ next().signal })
  }
}
