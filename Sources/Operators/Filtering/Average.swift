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
  public func average() -> Signal<Double, Failure> {
    reduce(into: Mean()) { $0.add(Double($1)) }.compactMap(\.value)
  }
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
  public func average() -> Signal<Value, Failure> {
    reduce(into: Mean()) { $0.add($1) }.compactMap(\.value)
  }
}

/// The arithmetic mean of the numbers added so far.
@usableFromInline
struct Mean<Number: BinaryFloatingPoint & Sendable>: Sendable {
  @usableFromInline var sum: Number = 0
  @usableFromInline var count = 0

  /// `nil` if no number was added.
  @inlinable var value: Number? { count > 0 ? sum / Number(count) : nil }

  @inlinable
  init() {}

  @inlinable
  mutating func add(_ number: Number) {
    sum += number
    count += 1
  }
}
