public import StreamCore

extension StreamProtocol {
  /// Says whether any value passes a test: true at the first that does, false when the source has completed without
  /// one.
  ///
  ///     source                       1--2--3--|
  ///     contains(where: { $0 > 1 })  ---(t|)
  ///
  /// After its answer it completes, and the source is disposed. Keeps one flag. Delivers where the source delivers; a
  /// failure of the source is passed on, where ReactiveObjC answers false.
  @inlinable
  public func contains(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
    apply(Judging(true, at: isWanted))
  }
}

extension StreamProtocol where Value: Equatable {
  /// Says whether any value equals the given one: true at the first that does, false when the source has completed
  /// without one.
  ///
  ///     source       a--b--c--|
  ///     contains(b)  ---(t|)
  ///
  /// After its answer it completes, and the source is disposed. Keeps one flag. Delivers where the source delivers; a
  /// failure of the source is passed on.
  @inlinable
  public func contains(_ value: Value) -> Signal<Bool, Failure> {
    apply(Judging(true) { $0 == value })
  }
}

/// Emits a verdict at the first value that decides it, or the opposite at the end.
@frozen
@usableFromInline
struct Judging<Value: Sendable>: Operator {
  @usableFromInline let verdict: Bool
  @usableFromInline let decides: @Sendable (Value) -> Bool
  @usableFromInline var isOpen = true

  @inlinable
  init(_ verdict: Bool, at decides: @escaping @Sendable (Value) -> Bool) {
    self.verdict = verdict
    self.decides = decides
  }

  @inlinable
  mutating func step(_ input: Value) -> Step<Bool> { decides(input) ? .emitAndFinish(verdict) : .skip }

  @inlinable
  mutating func finish() -> Bool? {
    guard isOpen else { return nil }
    isOpen = false
    return !verdict
  }
}
