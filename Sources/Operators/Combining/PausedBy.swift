public import StreamCore

extension StreamProtocol {
  /// Passes values unless the latest value of another stream is `true`.
  ///
  ///     source           1-2-3-4-5-|
  ///     pauser           ---t---f---
  ///     paused(by: …)    1-2-----5-|
  ///
  /// It starts unpaused. Values that arrive during a pause are dropped; completion and failure of the source pass
  /// immediately, even during a pause. When the pauser completes, its last value stays in effect. The pauser cannot
  /// fail: apply `catch` or `ignoreFailure()` to one that can. Keeps one flag. Delivers where the source delivers.
  ///
  /// With a policy, the values of a pause are buffered:
  ///
  ///     source                               1-2-3-4-5-|
  ///     pauser                               ---t---f---
  ///     paused(by: …, buffering: .newest(1)) 1-2----45-|
  ///
  /// They are sent when the pause is over. Completion during a pause is sent after them. A failure passes immediately
  /// and drops them.
  ///
  /// A pauser that completes during a pause can never resume: the buffered values are dropped, later values are not
  /// buffered, and completion is not delayed any longer. The count of a policy includes the values dropped because the
  /// buffer was full, and not these.
  ///
  /// The function of `.coalescing` runs where the source sends. Under `.suspending(n)`, while `n` values are buffered,
  /// senders that can wait are suspended until all of these have been sent.
  public func paused(
    by pauser: some StreamProtocol<Bool, Never>, buffering: BufferPolicy<Value>? = nil
  ) -> Signal<Value, Failure> {
    let pauser = pauser.promoteFailure(to: Failure.self)
    return stage { source, sink, subscription in
      let joint = Joint<Pausing<Value>, Failure>(
        Pausing(buffer: buffering.map { Buffer($0) }), sink.ofBursts(subscription), subscription)
      joint.attach(pauser, next: { .b($0) }, completed: .bEnded)
      joint.attach(source, next: { .a($0) }, completed: .aEnded)
    }
  }
}

private struct Pausing<Value: Sendable>: Operator {
  var buffer: Buffer<Value>?
  var isPaused = false
  var sourceHasEnded = false

  mutating func step(_ input: LaneEvent<Value, Bool>) -> Step<Burst<Value>> {
    switch input {
    case .a(let value):
      guard isPaused else { return .emit(Burst(value)) }
      enqueue(value)
      return .skip
    case .b(let pauses):
      isPaused = pauses
      if pauses { return .skip }
      var passed = Burst<Value>()
      while let (value, suspension) = buffer?.popFirst() { passed.append(value, suspension) }
      return sourceHasEnded ? .emitAndFinish(passed) : .emit(passed)
    case .aEnded:
      sourceHasEnded = true
      return isPaused && buffer?.isEmpty == false ? .skip : .finish
    case .bEnded:
      // No later value can end this pause, so its values would be kept forever.
      buffer = nil
      return sourceHasEnded ? .finish : .skip
    }
  }

  private mutating func enqueue(_ value: Value) {
    if case .combine(let waiting, let combine)? = buffer?.append(value) { enqueue(combine(waiting, value)) }
  }
}
