public import StreamCore

extension Signal {
  /// Passes the values of one stream while a condition holds, and of another while it does not.
  ///
  ///     condition  t---f---t-|
  ///     then       -1-2-3-4-5|
  ///     else       -7-8-9-
  ///     if         -1-2-7-8-1-2-3-4-5|
  ///
  /// ```swift
  /// Signal.if(isPlaying, then: .interval(every: .seconds(1)), else: .never)
  /// ```
  ///
  /// Both are cold here: each value of the condition subscribes again to the stream that it selects. The previous
  /// subscription is disposed, so neither its values nor its failure arrive. No value arrives before the condition's
  /// first one. Completes when the condition and the selected stream have completed; fails with either. Keeps no
  /// values. Delivers where the selected stream delivers.
  @inlinable
  public static func `if`(
    _ condition: some StreamProtocol<Bool, Failure>, then positive: Signal, else negative: Signal
  ) -> Signal {
    condition.flatMapLatest { $0 ? positive : negative }
  }

  /// ``if(_:then:else:)`` where the condition cannot fail.
  @_disfavoredOverload
  @inlinable
  public static func `if`(
    _ condition: some StreamProtocol<Bool, Never>, then positive: Signal, else negative: Signal
  ) -> Signal {
    .if(condition.promoteFailure(to: Failure.self), then: positive, else: negative)
  }

  /// ``if(_:then:else:)`` of streams of any type: subjects, properties, types of the user.
  @inlinable
  public static func `if`(
    _ condition: some StreamProtocol<Bool, Failure>, then positive: some StreamProtocol<Value, Failure>,
    else negative: some StreamProtocol<Value, Failure>
  ) -> Signal {
    .if(condition, then: positive.signal, else: negative.signal)
  }

  /// The same where the condition cannot fail.
  @_disfavoredOverload
  @inlinable
  public static func `if`(
    _ condition: some StreamProtocol<Bool, Never>, then positive: some StreamProtocol<Value, Failure>,
    else negative: some StreamProtocol<Value, Failure>
  ) -> Signal {
    .if(condition.promoteFailure(to: Failure.self), then: positive.signal, else: negative.signal)
  }
}
