public import StreamCore

extension StreamProtocol {
  /// Combines each value with the result so far, and emits every result.
  ///
  ///     source      1--2--3--|
  ///     scan(0, +)  1--3--6--|
  ///
  /// The initial result is not emitted. Each subscriber starts with it. Keeps the result so far. Delivers where the
  /// source delivers; completes and fails with the source.
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, _ combine: @escaping @Sendable (Result, Value) -> Result
  ) -> Signal<Result, Failure> {
    apply(Scanning(initial) { $0 = combine($0, $1) })
  }

  /// Updates a result in place with each value, and emits it every time.
  ///
  /// For arrays and dictionaries it is cheaper than ``scan(_:_:)``.
  ///
  ///     source                      1--2--3--|
  ///     scan(into: 0) { $0 += $1 }  1--3--6--|
  ///
  /// The initial result is not emitted. Each subscriber starts with it. Keeps the result so far. Delivers where the
  /// source delivers; completes and fails with the source.
  @inlinable
  public func scan<Result: Sendable>(
    into initial: Result, _ update: @escaping @Sendable (inout Result, Value) -> Void
  ) -> Signal<Result, Failure> {
    apply(Scanning(initial, update))
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, _ combine: @escaping @Sendable (Result, Element) -> Result
  ) -> LazyStream<Result> {
    apply(Scanning(initial) { $0 = combine($0, $1) })
  }

  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func scan<Result: Sendable>(
    into initial: Result, _ update: @escaping @Sendable (inout Result, Element) -> Void
  ) -> LazyStream<Result> {
    apply(Scanning(initial, update))
  }
}

/// Not a ``StatefulRule``, because that takes one more call for each value.
@usableFromInline
struct Scanning<Input: Sendable, Result: Sendable>: Operator {
  @usableFromInline var result: Result
  @usableFromInline let update: @Sendable (inout Result, Input) -> Void

  @inlinable
  init(_ initial: Result, _ update: @escaping @Sendable (inout Result, Input) -> Void) {
    result = initial
    self.update = update
  }

  @inlinable
  mutating func step(_ input: Input) -> Step<Result> {
    update(&result, input)
    return .emit(result)
  }
}
