public import StreamCore

extension StreamProtocol {
  /// Lets values through unless another stream has said `true` last.
  ///
  ///     source           1-2-3-4-5-|
  ///     pauser           ---t---f---
  ///     paused(by: …)    1-2-----5-|
  ///
  /// It begins open. Values that come during a pause are lost; completion and failure of the source pass at once, also
  /// during a pause. When the pauser completes, its last word stays. The pauser cannot fail: `catch` or
  /// `ignoreFailure()` say what a failure of it should mean. Keeps one flag. Delivers where the source delivers.
  public func paused<Pauser: StreamProtocol>(by pauser: Pauser) -> Signal<Value, Failure>
  where Pauser.Value == Bool, Pauser.Failure == Never {
    paused(by: pauser.signal, nil)
  }

  /// Lets values through unless another stream has said `true` last; what comes in between waits.
  ///
  ///     source                               1-2-3-4-5-|
  ///     pauser                               ---t---f---
  ///     paused(by: …, buffering: .newest(1)) 1-2----45-|
  ///
  /// Keeps the values of a pause, as `buffering` says, and sends them when it ends. Completion during a pause waits
  /// with them. A pauser that completes during a pause cannot end it any more: the values that wait are dropped,
  /// later values are not kept, and completion does not wait any more. A failure passes at once, and drops what waits.
  /// A count in the policy counts what was dropped for want of room, and not this. The function of `.coalescing` runs
  /// where the source sends. Under `.suspending(n)` senders that can wait do so while `n` values of a pause wait, until
  /// all of these have been sent. All else is as in ``paused(by:)``.
  public func paused<Pauser: StreamProtocol>(
    by pauser: Pauser, buffering: BufferPolicy<Value>
  ) -> Signal<Value, Failure> where Pauser.Value == Bool, Pauser.Failure == Never {
    paused(by: pauser.signal, Buffer(buffering))
  }

  private func paused(by pauser: Signal<Bool, Never>, _ buffer: Buffer<Value>?) -> Signal<Value, Failure> {
    let source = signal
    let pauser = pauser.promoteFailure(to: Failure.self)
    return Signal(attaching: { sink, subscription in
      let joint = Joint<Pausing<Value>, Failure>(
        Pausing(buffer: buffer),
        Sink(next: { burst in burst.send(to: sink, subscription) }, end: sink.end),
        subscription)
      joint.attach(pauser, next: { .trigger($0) }, completed: .triggerEnded)
      joint.attach(source, next: { .value($0) }, completed: .ended)
    })
  }
}

private struct Pausing<Value: Sendable>: Operator {
  var buffer: Buffer<Value>?
  var isPaused = false
  var sourceHasEnded = false

  mutating func step(_ input: Steered<Value, Bool>) -> Step<Burst<Value>> {
    switch input {
    case .value(let value):
      guard isPaused else { return .emit(Burst(value)) }
      keep(value)
      return .skip
    case .trigger(let pauses):
      isPaused = pauses
      if pauses { return .skip }
      var passed = Burst<Value>()
      while let (value, brake) = buffer?.popFirst() { passed.append(value, brake) }
      return sourceHasEnded ? .emitAndFinish(passed) : .emit(passed)
    case .ended:
      sourceHasEnded = true
      return isPaused && buffer?.isEmpty == false ? .skip : .finish
    case .triggerEnded:
      // Nobody can end this pause, so its values would be kept for ever.
      buffer = nil
      return sourceHasEnded ? .finish : .skip
    }
  }

  private mutating func keep(_ value: Value) {
    if case .combine(let waiting, let combine)? = buffer?.append(value) { keep(combine(waiting, value)) }
  }
}
