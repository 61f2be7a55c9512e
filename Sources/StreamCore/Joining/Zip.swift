extension StreamProtocol {
  /// Pairs the n-th value of this stream with the n-th value of another.
  ///
  ///     a          1---2-----3-|
  ///     b          --a-b-c|
  ///     a.zip(b)   --p-q-----(r|)     p = (1, a), q = (2, b), r = (3, c)
  ///
  /// Completes as soon as no further pair is possible: when a side has completed and all its values are used up. Fails with
  /// the first failure, at once. Keeps the values that wait for their partner, without a bound. Delivers where the value that
  /// makes a pair whole arrives.
  @inlinable
  public func zip<Other: StreamProtocol>(_ other: Other) -> Signal<(Value, Other.Value), Failure>
  where Other.Failure == Failure {
    let left = signal
    let right = other.signal
    return Signal(attaching: { sink, subscription in
      let joint = Joint<Zipping<Value, Other.Value>, Failure>(Zipping(), sink, subscription)
      joint.attach(left, to: joint.open(), sending: { joint.receive(.left($0)) }, completed: .leftEnded)
      joint.attach(right, to: joint.open(), sending: { joint.receive(.right($0)) }, completed: .rightEnded)
    })
  }
}

/// Pairs values in the order in which they came. At most one of the two queues has values in it.
@frozen
@usableFromInline
struct Zipping<Left: Sendable, Right: Sendable>: Operator {
  @frozen
  @usableFromInline
  enum Input: Sendable {
    case left(Left)
    case right(Right)
    case leftEnded
    case rightEnded
  }

  @usableFromInline var lefts = Queue<Left>()
  @usableFromInline var rights = Queue<Right>()
  @usableFromInline var leftHasEnded = false
  @usableFromInline var rightHasEnded = false

  @inlinable
  init() {}

  @inlinable
  mutating func step(_ input: Input) -> Step<(Left, Right)> {
    switch input {
    case .left(let left):
      guard let right = rights.popFirst() else {
        lefts.append(left)
        return .skip
      }
      return rightHasEnded && rights.isEmpty ? .emitAndFinish((left, right)) : .emit((left, right))
    case .right(let right):
      guard let left = lefts.popFirst() else {
        rights.append(right)
        return .skip
      }
      return leftHasEnded && lefts.isEmpty ? .emitAndFinish((left, right)) : .emit((left, right))
    case .leftEnded:
      leftHasEnded = true
      return lefts.isEmpty ? .finish : .skip
    case .rightEnded:
      rightHasEnded = true
      return rights.isEmpty ? .finish : .skip
    }
  }
}
