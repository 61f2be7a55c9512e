public import StreamCore

// Where the source cannot fail, as a subject, a property or a control cannot, the closures return streams of any type,
// which go on as signals. The plain forms come first, so that `.just(1)` and `.empty` are understood. After a stream
// that can fail a closure says `.signal`: one more form there makes the compiler three to ten times slower in chains
// that mix failures (measured with 6.3).

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/flatMap(_:_:)`` with streams of any type: a subject, a property, a type of one's own.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMap(strategy, { transform($0).signal })
  }

  /// ``StreamProtocol/concatMap(_:)`` with streams of any type: a subject, a property, a type of one's own.
  @_disfavoredOverload
  @inlinable
  public func concatMap<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).concatMap({ transform($0).signal })
  }

  /// ``StreamProtocol/flatMapLatest(_:)`` with streams of any type: a subject, a property, a type of one's own.
  @_disfavoredOverload
  @inlinable
  public func flatMapLatest<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMapLatest({ transform($0).signal })
  }

  /// ``StreamProtocol/flatMapFirst(_:)`` with streams of any type: a subject, a property, a type of one's own.
  @_disfavoredOverload
  @inlinable
  public func flatMapFirst<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMapFirst({ transform($0).signal })
  }

  /// ``StreamProtocol/then(_:)`` with streams of any type: a subject, a property, a type of one's own.
  @_disfavoredOverload
  @inlinable
  public func then<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ next: @escaping @Sendable () -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).then({ next().signal })
  }
}
