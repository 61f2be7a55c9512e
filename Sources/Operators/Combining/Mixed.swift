public import StreamCore

// Where only one of two streams can fail, the result has its failure type. The compiler tries these overloads only
// where the plain one does not fit. Functions of streams (`merge(a, b)`) need equal failure types: see MixedFailures.

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/combineLatest(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<Other: Sendable, Thrown: Error>(
    _ other: any StreamProtocol<Other, Thrown>
  ) -> Signal<(Value, Other), Thrown> { promoteFailure(to: Thrown.self).combineLatest(other) }

  /// ``StreamProtocol/zip(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func zip<Other: Sendable, Thrown: Error>(
    _ other: any StreamProtocol<Other, Thrown>
  ) -> Signal<(Value, Other), Thrown> { promoteFailure(to: Thrown.self).zip(other) }

  /// ``StreamProtocol/merge(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func merge<Thrown: Error>(_ other: any StreamProtocol<Value, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).merge(other)
  }

  /// ``StreamProtocol/merge(_:)`` with a signal that can fail, whose type the compiler infers: `.fail(error)`.
  @_disfavoredOverload
  @inlinable
  public func merge<Thrown: Error>(_ other: Signal<Value, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).merge(other)
  }

  /// ``StreamProtocol/concat(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func concat<Thrown: Error>(_ other: any StreamProtocol<Value, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).concat(other)
  }

  /// ``StreamProtocol/concat(_:)`` with a signal that can fail, whose type the compiler infers: `.fail(error)`.
  @_disfavoredOverload
  @inlinable
  public func concat<Thrown: Error>(_ other: Signal<Value, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).concat(other)
  }

  /// ``StreamProtocol/withLatest(from:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func withLatest<Other, Thrown: Error>(
    from other: some StreamProtocol<Other, Thrown>
  ) -> Signal<(Value, Other), Thrown> { promoteFailure(to: Thrown.self).withLatest(from: other) }

  /// ``StreamProtocol/withLatest(from:_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func withLatest<Other, Output: Sendable, Thrown: Error>(
    from other: some StreamProtocol<Other, Thrown>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Thrown> { promoteFailure(to: Thrown.self).withLatest(from: other, transform) }
}

extension StreamProtocol {
  /// ``StreamProtocol/combineLatest(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<Other: Sendable>(
    _ other: any StreamProtocol<Other, Never>
  ) -> Signal<(Value, Other), Failure> { combineLatest(other.promoteFailure(to: Failure.self)) }

  /// ``StreamProtocol/zip(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func zip<Other: Sendable>(_ other: any StreamProtocol<Other, Never>) -> Signal<(Value, Other), Failure> {
    zip(other.promoteFailure(to: Failure.self))
  }

  /// ``StreamProtocol/merge(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func merge(_ other: any StreamProtocol<Value, Never>) -> Signal<Value, Failure> {
    merge(other.promoteFailure(to: Failure.self))
  }

  /// ``StreamProtocol/concat(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func concat(_ other: any StreamProtocol<Value, Never>) -> Signal<Value, Failure> {
    concat(other.promoteFailure(to: Failure.self))
  }
}
