public import StreamCore

extension StreamProtocol {
  /// Emits the values of the source, and when it has completed those given.
  ///
  ///     source        a--b--|
  ///     append(x, y)  a--b--(xy|)
  ///
  /// A failure of the source skips them. Keeps nothing else. Delivers where the source delivers; ends and fails with
  /// the source. To append another stream, see `concat`.
  @inlinable
  public func append(_ values: Value...) -> Signal<Value, Failure> {
    apply(Appending(values))
  }
}

extension LazyStream {
  /// The elements of the stream, then those given.
  @inlinable
  public func append(_ elements: Element...) -> LazyStream {
    apply(Appending(elements))
  }
}

@frozen
@usableFromInline
struct Appending<Value: Sendable>: Operator {
  @usableFromInline let values: [Value]
  @usableFromInline var said = 0

  @inlinable
  init(_ values: [Value]) { self.values = values }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> { .emit(input) }

  @inlinable
  mutating func finish() -> Value? {
    guard said < values.count else { return nil }
    defer { said += 1 }
    return values[said]
  }
}
