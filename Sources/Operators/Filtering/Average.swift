public import StreamCore

extension StreamProtocol where Value: BinaryInteger {
  /// Emits the arithmetic mean of the values as a `Double`, when the source has completed.
  ///
  ///     source     1--2--6--|
  ///     average()  ---------(3|)
  ///
  /// An empty source gives an empty stream. The sum is computed as a `Double`, so it cannot overflow. Keeps a sum and a
  /// counter. Delivers where the source completes; a failure passes, and the sum is lost.
  @inlinable
  public func average() -> Signal<Double, Failure> { apply(Averaging { Double($0) }) }
}

extension StreamProtocol where Value: BinaryFloatingPoint {
  /// Emits the arithmetic mean of the values, when the source has completed.
  ///
  ///     source     1--2--6--|
  ///     average()  ---------(3|)
  ///
  /// An empty source gives an empty stream. Keeps a sum and a counter. Delivers where the source completes; a failure
  /// passes, and the sum is lost.
  @inlinable
  public func average() -> Signal<Value, Failure> { apply(Averaging { $0 }) }
}

extension LazyStream where Element: BinaryInteger {
  /// Returns the arithmetic mean of the elements, or `nil` for an empty stream. Reads the whole stream.
  @inlinable
  public func average() -> Double? {
    var rule = Averaging { (element: Element) in Double(element) }
    for element in self { _ = rule.step(element) }
    return rule.finish()
  }
}

extension LazyStream where Element: BinaryFloatingPoint {
  /// Returns the arithmetic mean of the elements, or `nil` for an empty stream. Reads the whole stream.
  @inlinable
  public func average() -> Element? {
    var rule = Averaging { (element: Element) in element }
    for element in self { _ = rule.step(element) }
    return rule.finish()
  }
}

@usableFromInline
struct Averaging<Value: Sendable, Mean: BinaryFloatingPoint & Sendable>: Operator {
  @usableFromInline var sum: Mean = 0
  @usableFromInline var count = 0
  @usableFromInline let number: @Sendable (Value) -> Mean

  @inlinable
  init(_ number: @escaping @Sendable (Value) -> Mean) { self.number = number }

  @inlinable
  mutating func step(_ input: Value) -> Step<Mean> {
    sum += number(input)
    count += 1
    return .skip
  }

  @inlinable
  mutating func finish() -> Mean? {
    guard count > 0 else { return nil }
    defer { count = 0 }
    return sum / Mean(count)
  }
}
