public import StreamCore

extension StreamProtocol {
  /// Goes on with another stream where this one completes without a value.
  ///
  ///     source                   ---|
  ///     other                    1-2|
  ///     switchIfEmpty(to: other) ---1-2|
  ///
  /// The other is subscribed to only then, after this one was torn down; a value of this one, or its failure, does
  /// without. Completes and fails with the stream that is heard last. Keeps one flag. Delivers where the stream whose
  /// turn it is delivers.
  @inlinable
  public func switchIfEmpty(to other: some StreamProtocol<Value, Failure>) -> Signal<Value, Failure> {
    switchIfEmpty(to: other.signal)
  }

  /// The same with a signal, whose type need not be written then: `.just(0)`, `.fail(error)`.
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
