public import StreamCore

extension StreamProtocol {
  /// Emits only the values that pass a test.
  ///
  ///     source             1--2--3--4--|
  ///     filter { $0 > 2 }  ------3--4--|
  ///
  /// Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(Selecting(isIncluded))
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> LazyStream {
    apply(Selecting(isIncluded))
  }
}

@usableFromInline
struct Selecting<Value: Sendable>: Operator {
  @usableFromInline let isIncluded: @Sendable (Value) -> Bool

  @inlinable
  init(_ isIncluded: @escaping @Sendable (Value) -> Bool) { self.isIncluded = isIncluded }

  @inlinable
  func step(_ input: Value) -> Step<Value> { isIncluded(input) ? .emit(input) : .skip }
}
