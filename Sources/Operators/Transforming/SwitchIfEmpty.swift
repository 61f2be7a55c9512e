public import StreamCore

extension StreamProtocol {
  /// Continues with another stream if this one completes without a value.
  ///
  ///     source                   ---|
  ///     other                    1-2|
  ///     switchIfEmpty(to: other) ---1-2|
  ///
  /// The other stream is subscribed to after this one has completed and was torn down. If this one sends a value or
  /// fails, the other is never subscribed to. Completes and fails with the current stream. Keeps one flag. Delivers
  /// where the current stream delivers.
  @inlinable
  public func switchIfEmpty(to other: some StreamProtocol<Value, Failure>) -> Signal<Value, Failure> {
    switchIfEmpty(to: other.signal)
  }

  /// The same with a signal whose type the compiler infers: `.just(0)`, `.fail(error)`.
  @inlinable
  public func switchIfEmpty(to other: Signal<Value, Failure>) -> Signal<Value, Failure> {
    signal.followed { sink in
      let isEmpty = Box(true)
      return (
        next: { value in
          isEmpty.value = false
          sink.next(value)
        },
        decide: { completion in
          if case .completed = completion, isEmpty.value { .attach(other) } else { .end(completion) }
        }
      )
    }
  }
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/switchIfEmpty(to:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func switchIfEmpty<Thrown: Error>(to other: some StreamProtocol<Value, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).switchIfEmpty(to: other)
  }
}

extension StreamProtocol {
  /// ``StreamProtocol/switchIfEmpty(to:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func switchIfEmpty(to other: some StreamProtocol<Value, Never>) -> Signal<Value, Failure> {
    switchIfEmpty(to: other.promoteFailure(to: Failure.self))
  }
}
