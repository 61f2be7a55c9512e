public import StreamCore

extension StreamProtocol {
  /// Numbers the values, from 0.
  ///
  ///     source        a--b--c--|
  ///     enumerated()  x--y--z--|   x: (0, a)  y: (1, b)  z: (2, c)
  ///
  /// Each subscriber starts from 0. Keeps a counter. Delivers where the source delivers; completes and fails with the
  /// source.
  @inlinable
  public func enumerated() -> Signal<(offset: Int, element: Value), Failure> {
    apply(numbering())
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func enumerated() -> LazyStream<(offset: Int, element: Element)> {
    apply(numbering())
  }
}

@inlinable
func numbering<Value: Sendable>() -> some Operator<Value, (offset: Int, element: Value)> {
  StatefulRule(0) { offset, value in
    defer { offset += 1 }
    return .emit((offset, value))
  }
}
