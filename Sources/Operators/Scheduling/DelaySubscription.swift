public import StreamCore

extension StreamProtocol {
  /// Subscribes to the stream when another stream sends a value or completes.
  ///
  ///     source                       1-2|
  ///     trigger                      ---x
  ///     delaySubscription(until: …)  ---1-2|
  ///
  /// Values of a hot source before that are missed. The trigger is disposed when it fires. Completes and fails with the
  /// source. Keeps nothing. Delivers where the source delivers. The source is subscribed to where the trigger fires. A
  /// trigger that can fail needs `catch` or `ignoreFailure()`.
  public func delaySubscription(until trigger: some StreamProtocol<some Sendable, Never>) -> Signal<Value, Failure> {
    let source = signal
    return trigger.signal.first().ignoreValues().promoteFailure(to: Failure.self).then { source }
  }
}
