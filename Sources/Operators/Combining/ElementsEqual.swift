public import StreamCore

extension StreamProtocol {
  /// Sends whether this stream and another one have equivalent values in the same order.
  ///
  ///     a                               1-2----3-|
  ///     b                               --1-2-4--|
  ///     elementsEqual(b) { $0 == $1 }   -------(f|)
  ///
  /// Sends `false` at the first difference, or when one stream has completed and the other has sent more values; `true`
  /// when both have completed. Then it completes, and both streams are disposed. Fails with the first failure of
  /// either. Keeps the values that have no partner yet, without a bound. Delivers where the answer is found.
  public func elementsEqual<Other: Sendable>(
    _ other: some StreamProtocol<Other, Failure>,
    by areEquivalent: @escaping @Sendable (Value, Other) -> Bool
  ) -> Signal<Bool, Failure> {
    let (source, other) = (signal, other.signal)
    return Signal(attaching: { sink, subscription in
      let joint = Joint<Comparing<Value, Other>, Failure>(Comparing(areEquivalent), sink, subscription)
      joint.attach(source, next: { .first($0) }, completed: .firstEnded)
      joint.attach(other, next: { .second($0) }, completed: .secondEnded)
    })
  }
}

extension StreamProtocol where Value: Equatable {
  /// Sends whether this stream and another one have equal values in the same order.
  ///
  ///     a                 1-2----3-|
  ///     b                 --1-2--3---|
  ///     elementsEqual(b)  -----------(t|)
  ///
  /// All else is as in ``elementsEqual(_:by:)``.
  public func elementsEqual(_ other: some StreamProtocol<Value, Failure>) -> Signal<Bool, Failure> {
    elementsEqual(other, by: ==)
  }

  /// ``elementsEqual(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  public func elementsEqual(_ other: some StreamProtocol<Value, Never>) -> Signal<Bool, Failure> {
    elementsEqual(other.promoteFailure(to: Failure.self))
  }
}

/// Queues the values of one stream until the other has sent as many.
private struct Comparing<First: Sendable, Second: Sendable>: Operator {
  enum Input: Sendable {
    case first(First)
    case second(Second)
    case firstEnded
    case secondEnded
  }

  let areEquivalent: @Sendable (First, Second) -> Bool
  var firsts = Queue<First>()
  var seconds = Queue<Second>()
  var (firstHasEnded, secondHasEnded) = (false, false)

  init(_ areEquivalent: @escaping @Sendable (First, Second) -> Bool) { self.areEquivalent = areEquivalent }

  mutating func step(_ input: Input) -> Step<Bool> {
    switch input {
    case .first(let value):
      guard let partner = seconds.popFirst() else {
        firsts.append(value)
        break
      }
      if !areEquivalent(value, partner) { return .emitAndFinish(false) }
    case .second(let value):
      guard let partner = firsts.popFirst() else {
        seconds.append(value)
        break
      }
      if !areEquivalent(partner, value) { return .emitAndFinish(false) }
    case .firstEnded: firstHasEnded = true
    case .secondEnded: secondHasEnded = true
    }
    let hasSurplus = firstHasEnded && !seconds.isEmpty || secondHasEnded && !firsts.isEmpty
    if hasSurplus { return .emitAndFinish(false) }
    return firstHasEnded && secondHasEnded ? .emitAndFinish(true) : .skip
  }
}
