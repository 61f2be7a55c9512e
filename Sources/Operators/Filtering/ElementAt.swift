public import StreamCore

extension StreamProtocol {
  /// Emits the value with the given index, counted from 0, and completes.
  ///
  ///     source          a--b--c--d--|
  ///     element(at: 2)  ------(c|)
  ///
  /// The source is disposed right then; one that has no such value gives an empty stream. Keeps a counter. Delivers
  /// where the source delivers; fails with the source. A negative index traps.
  @inlinable
  public func element(at index: Int) -> Signal<Value, Failure> {
    apply(Picking(index))
  }
}

@frozen
@usableFromInline
struct Picking<Value: Sendable>: Operator {
  @usableFromInline var left: Int

  @inlinable
  init(_ index: Int) {
    precondition(index >= 0, "There is no value at index \(index).")
    left = index
  }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> {
    guard left > 0 else { return .emitAndFinish(input) }
    left -= 1
    return .skip
  }
}
