public import StreamCore

extension StreamProtocol {
  /// Emits the values of the source, or the given one when the source completes without any.
  ///
  ///     source             ----|
  ///     defaultIfEmpty(x)  ----(x|)
  ///
  /// Keeps one flag. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func defaultIfEmpty(_ value: Value) -> Signal<Value, Failure> {
    apply(Defaulting(value))
  }
}

extension LazyStream {
  /// The stream, or the given element if it has none.
  @inlinable
  public func defaultIfEmpty(_ element: Element) -> LazyStream {
    apply(Defaulting(element))
  }
}

@usableFromInline
struct Defaulting<Value: Sendable>: Operator {
  @usableFromInline let value: Value
  @usableFromInline var isEmpty = true

  @inlinable
  init(_ value: Value) { self.value = value }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> {
    isEmpty = false
    return .emit(input)
  }

  @inlinable
  mutating func finish() -> Value? {
    guard isEmpty else { return nil }
    isEmpty = false
    return value
  }
}
