public import StreamCore

extension StreamProtocol {
  /// ``debounce(until:)-(_)`` with streams of any type: a subject, a property, a type of one's own.
  @_disfavoredOverload
  public func debounce<Ignored: Sendable, Trigger: StreamProtocol<Ignored, Never>>(
    until trigger: @escaping @Sendable (Value) -> Trigger
  ) -> Signal<Value, Failure> {
    debounce(until: { trigger($0).signal })
  }

  /// A value only when no other has come before a stream of its own has spoken.
  ///
  ///     source                    a-b-----c--|
  ///     debounce(until: ---x)     -----b-----(c|)
  ///
  /// `trigger` makes a stream for each value; its first value, or its completion, sends the value that it was made for.
  /// A new value disposes the stream of the one before. Keeps one value. Completion sends the value that waits, at
  /// once; a failure of the source drops it. Delivers where the stream of a value sends.
  public func debounce<Ignored: Sendable>(
    until trigger: @escaping @Sendable (Value) -> Signal<Ignored, Never>
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let joint = Joint<Holding<Value>, Failure>(Holding(), sink, subscription)
      let current = Current<Joint<Holding<Value>, Failure>.Upstream>()
      let outer = joint.open()
      joint.attach(
        source, to: outer,
        sending: { value in
          guard outer.subscription.isActive else { return }
          // This tears down what the value before was waiting for, which is a user's stream, as the trigger is.
          if let last = current.upstream { joint.close(last) }
          let waiting = joint.open()
          let number = current.replace(by: waiting)
          joint.receive(.value(value, number))
          guard waiting.subscription.isActive else { return }
          let end: Signal<Ignored, Failure> = trigger(value).first().promoteFailure()
          joint.attach(end, to: waiting, sending: { _ in }, completed: .released(number))
        },
        completed: .ended)
    })
  }
}

/// Keeps a value until its trigger has spoken. Its number tells whether it is still the latest.
private struct Holding<Value: Sendable>: Operator {
  enum Input: Sendable {
    case value(Value, Int)
    case released(Int)
    case ended
  }

  var held: (value: Value, number: Int)?

  mutating func step(_ input: Input) -> Step<Value> {
    switch input {
    case .value(let value, let number):
      held = (value, number)
      return .skip
    case .released(let number):
      guard let (value, latest) = held, latest == number else { return .skip }
      held = nil
      return .emit(value)
    case .ended:
      guard let (value, _) = held else { return .finish }
      return .emitAndFinish(value)
    }
  }
}
