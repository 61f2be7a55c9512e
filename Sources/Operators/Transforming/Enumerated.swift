public import StreamCore

extension StreamProtocol {
  /// Numbers the values, from 0.
  ///
  ///     source        a--b--c--|
  ///     enumerated()  x--y--z--|   x: (0, a)  y: (1, b)  z: (2, c)
  ///
  /// Every subscriber starts anew. Keeps a counter. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func enumerated() -> Signal<(offset: Int, element: Value), Failure> {
    apply(Numbering())
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func enumerated() -> LazyStream<(offset: Int, element: Element)> {
    apply(Numbering())
  }
}

@usableFromInline
struct Numbering<Value: Sendable>: Operator {
  @usableFromInline var offset = 0

  @inlinable
  init() {}

  @inlinable
  mutating func step(_ input: Value) -> Step<(offset: Int, element: Value)> {
    defer { offset += 1 }
    return .emit((offset, input))
  }
}
