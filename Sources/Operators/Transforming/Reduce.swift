public import StreamCore

extension StreamProtocol {
  /// Combines all values into one result, emitted when the source has completed.
  ///
  ///     source        1--2--3--|
  ///     reduce(0, +)  ---------(6|)
  ///
  /// An empty source gives the initial result. Each subscriber starts with it. Keeps the result so far. Delivers where
  /// the source completes; a failure passes, and the result is lost.
  @inlinable
  public func reduce<Result: Sendable>(
    _ initial: Result, _ combine: @escaping @Sendable (Result, Value) -> Result
  ) -> Signal<Result, Failure> {
    apply(Reducing(initial) { $0 = combine($0, $1) })
  }

  /// Updates a result in place with each value, and emits it when the source has completed.
  ///
  ///     source                        1--2--3--|
  ///     reduce(into: 0) { $0 += $1 }  ---------(6|)
  ///
  /// An empty source gives the initial result. Each subscriber starts with it. Keeps the result so far. Delivers where
  /// the source completes; a failure passes, and the result is lost.
  @inlinable
  public func reduce<Result: Sendable>(
    into initial: Result, _ update: @escaping @Sendable (inout Result, Value) -> Void
  ) -> Signal<Result, Failure> {
    apply(Reducing(initial, update))
  }
}

@usableFromInline
struct Reducing<Input: Sendable, Result: Sendable>: Operator {
  @usableFromInline var result: Result
  @usableFromInline var isOpen = true
  @usableFromInline let update: @Sendable (inout Result, Input) -> Void

  @inlinable
  init(_ initial: Result, _ update: @escaping @Sendable (inout Result, Input) -> Void) {
    result = initial
    self.update = update
  }

  @inlinable
  mutating func step(_ input: Input) -> Step<Result> {
    update(&result, input)
    return .skip
  }

  @inlinable
  mutating func finish() -> Result? {
    guard isOpen else { return nil }
    isOpen = false
    return result
  }
}
