public import StreamCore

extension Signal {
  /// ``if(_:then:else:)`` where only the condition can fail.
  @_disfavoredOverload
  @inlinable
  public static func `if`(
    _ condition: some StreamProtocol<Bool, Failure>,
    then positive: some StreamProtocol<Value, Never>, else negative: some StreamProtocol<Value, Never>
  ) -> Signal {
    .if(condition, then: positive.promoteFailure(to: Failure.self), else: negative.promoteFailure(to: Failure.self))
  }

  /// ``if(_:then:else:)`` where only the first stream can fail.
  @_disfavoredOverload
  @inlinable
  public static func `if`(
    _ condition: some StreamProtocol<Bool, Never>,
    then positive: some StreamProtocol<Value, Failure>, else negative: some StreamProtocol<Value, Never>
  ) -> Signal {
    .if(condition.promoteFailure(to: Failure.self), then: positive, else: negative.promoteFailure(to: Failure.self))
  }

  /// ``if(_:then:else:)`` where only the second stream can fail.
  @_disfavoredOverload
  @inlinable
  public static func `if`(
    _ condition: some StreamProtocol<Bool, Never>,
    then positive: some StreamProtocol<Value, Never>, else negative: some StreamProtocol<Value, Failure>
  ) -> Signal {
    .if(condition.promoteFailure(to: Failure.self), then: positive.promoteFailure(to: Failure.self), else: negative)
  }

  /// ``if(_:then:else:)`` where the second stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public static func `if`(
    _ condition: some StreamProtocol<Bool, Failure>,
    then positive: some StreamProtocol<Value, Failure>, else negative: some StreamProtocol<Value, Never>
  ) -> Signal {
    .if(condition, then: positive, else: negative.promoteFailure(to: Failure.self))
  }

  /// ``if(_:then:else:)`` where the first stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public static func `if`(
    _ condition: some StreamProtocol<Bool, Failure>,
    then positive: some StreamProtocol<Value, Never>, else negative: some StreamProtocol<Value, Failure>
  ) -> Signal {
    .if(condition, then: positive.promoteFailure(to: Failure.self), else: negative)
  }

  /// ``if(_:then:else:)`` where the condition cannot fail.
  @_disfavoredOverload
  @inlinable
  public static func `if`(
    _ condition: some StreamProtocol<Bool, Never>,
    then positive: some StreamProtocol<Value, Failure>, else negative: some StreamProtocol<Value, Failure>
  ) -> Signal {
    .if(condition.promoteFailure(to: Failure.self), then: positive, else: negative)
  }
}
