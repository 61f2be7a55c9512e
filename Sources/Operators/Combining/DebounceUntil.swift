public import StreamCore

extension StreamProtocol {
  /// Sends a value when its own trigger fires, unless a newer value has arrived.
  ///
  ///     source                    a-b-----c--|
  ///     debounce(until: ---x)     -----b-----(c|)
  ///
  /// `trigger` makes a stream for each value. The first value of that stream, or its completion, sends the value that
  /// it was made for. A newer value disposes the trigger of the previous one. Keeps one value. Completion sends the
  /// pending value immediately; a failure of the source drops it. Delivers where the trigger of a value sends.
  public func debounce<Trigger: StreamProtocol>(
    until trigger: @escaping @Sendable (Value) -> Trigger
  ) -> Signal<Value, Failure> where Trigger.Failure == Never {
    stage { source, sink, subscription in
      let joint = Joint<Holding<Value>, Failure>(Holding(), sink, subscription)
      let current = Current()
      let outer = joint.open()
      joint.attach(
        source, to: outer,
        sending: { value in
          guard outer.isActive else { return }
          // Closing tears down the trigger of the previous value, which runs a user's code. So does making a trigger.
          if let last = current.upstream { joint.close(last) }
          let waiting = joint.open()
          let number = current.replace(by: waiting)
          joint.receive(.value(value, number))
          guard waiting.isActive else { return }
          let end = trigger(value).first().promoteFailure(to: Failure.self)
          joint.attach(end, to: waiting, sending: { _ in }, completed: .released(number))
        },
        completed: .ended)
    }
  }
}

/// Keeps a value until its trigger has fired. The number identifies the latest value.
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
