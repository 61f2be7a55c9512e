public import StreamCore

// If the source cannot fail, as a subject, a property or a control, the closures may return any stream type.
//
// The plain overloads have priority, so that `.just(1)` and `.empty` are inferred. After a stream that can fail, a
// closure returns `.signal`: one more overload there makes the compiler three to ten times slower in chains that mix
// failures (measured with 6.3).

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/flatMap(_:_:)`` with inner streams of any type: a subject, a property, a custom type.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMap(strategy, { transform($0).signal })
  }

  /// ``StreamProtocol/concatMap(_:)`` with inner streams of any type: a subject, a property, a custom type.
  @_disfavoredOverload
  @inlinable
  public func concatMap<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).concatMap({ transform($0).signal })
  }

  /// ``StreamProtocol/flatMapLatest(_:)`` with inner streams of any type: a subject, a property, a custom type.
  @_disfavoredOverload
  @inlinable
  public func flatMapLatest<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMapLatest({ transform($0).signal })
  }

  /// ``StreamProtocol/flatMapFirst(_:)`` with inner streams of any type: a subject, a property, a custom type.
  @_disfavoredOverload
  @inlinable
  public func flatMapFirst<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).flatMapFirst({ transform($0).signal })
  }

  /// ``StreamProtocol/then(_:)`` with a stream of any type: a subject, a property, a custom type.
  @_disfavoredOverload
  @inlinable
  public func then<Output: Sendable, Thrown: Error, Inner: StreamProtocol<Output, Thrown>>(
    _ next: @escaping @Sendable () -> Inner
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).then({ next().signal })
  }
}
