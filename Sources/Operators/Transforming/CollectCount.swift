public import StreamCore

extension StreamProtocol {
  /// Collects values into arrays of a given size.
  ///
  ///     source             1--2--3--4--5--|
  ///     collect(count: 2)  ---a-----b-----(c|)   a: [1, 2]  b: [3, 4]  c: [5]
  ///
  /// The remaining values make a shorter array when the source completes; an empty source sends no array. Keeps up to
  /// `count` values. Delivers where the source delivers; a failure passes, and an incomplete array is lost. A count
  /// below 1 traps.
  @inlinable
  public func collect(count: Int) -> Signal<[Value], Failure> {
    apply(collecting(count)).map(\.values)
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func collect(count: Int) -> LazyStream<[Element]> {
    apply(collecting(count)).map(\.values)
  }
}

@inlinable
func collecting<Value: Sendable>(_ count: Int) -> Chunking<Value, Void> {
  if count <= 0 { fatalError("`collect(count:)` needs a count of 1 or more, got \(count).") }
  return Chunking(count) { _, _ in .none }
}
