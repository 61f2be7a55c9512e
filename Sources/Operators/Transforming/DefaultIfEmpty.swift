public import StreamCore

extension StreamProtocol {
  /// Emits the values of the source, or a default if the source completes without a value.
  ///
  ///     source             ----|
  ///     defaultIfEmpty(x)  ----(x|)
  ///
  /// Keeps one flag. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func defaultIfEmpty(_ value: Value) -> Signal<Value, Failure> {
    apply(Defaulting(value))
  }
}

extension LazyStream {
  /// Returns the stream, or the default element if the stream is empty.
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
