public import StreamCore

extension StreamProtocol {
  /// Passes values until another stream sends its first event, then the events of that stream.
  ///
  ///     source                         1-2-3-4-5-|
  ///     other                          -----6---7--|
  ///     take(untilReplacement: other)  1-2-36---7--|
  ///
  /// The replacement is subscribed to first. Its first event, of any kind, disposes the source. If that event comes
  /// synchronously, the source is not subscribed to. Completes with the replacement: completion of the source is
  /// ignored. Fails with the replacement, or with the source before it is replaced. Keeps no values. Delivers where the
  /// current stream delivers.
  @inlinable
  public func take(untilReplacement replacement: some StreamProtocol<Value, Failure>) -> Signal<Value, Failure> {
    let (source, replacement) = (signal, replacement.signal)
    return Signal(attaching: { sink, subscription in
      let rule = StatefulRule(false) { (isReplaced, input: LaneEvent<Value, Value>) -> Step<Value> in
        switch input {
        case .a(let value): return isReplaced ? .skip : .emit(value)
        case .b(let value):
          isReplaced = true
          return .emit(value)
        case .aEnded: return .skip
        case .bEnded: return .finish
        }
      }
      let joint = Joint(rule, sink, subscription)
      let first = joint.open()
      joint.attach(
        replacement,
        next: { value in
          joint.close(first)
          return .b(value)
        },
        completed: .bEnded)
      joint.attach(source, to: first, next: { .a($0) }, completed: .aEnded)
    })
  }
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/take(untilReplacement:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func take<Thrown: Error>(untilReplacement other: some StreamProtocol<Value, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).take(untilReplacement: other)
  }
}

extension StreamProtocol {
  /// ``StreamProtocol/take(untilReplacement:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func take(untilReplacement other: some StreamProtocol<Value, Never>) -> Signal<Value, Failure> {
    take(untilReplacement: other.promoteFailure(to: Failure.self))
  }
}
