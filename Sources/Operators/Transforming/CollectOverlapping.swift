public import StreamCore

extension StreamProtocol {
  /// Collects values into arrays of `count` values; one begins every `step` values.
  ///
  ///     source                       1--2--3--4--5--|
  ///     collect(count: 3, every: 2)  ------a-----b--|   a: [1, 2, 3]  b: [3, 4, 5]
  ///
  /// With a step below the count the arrays overlap: `every: 1` is a sliding window. With a step above it, the values
  /// between are dropped. Only complete arrays are sent, unlike with ``collect(count:)``. Keeps up to `count` values.
  /// Delivers where the source delivers; completes and fails with the source. A count or a step below 1 traps.
  @inlinable
  public func collect(count: Int, every step: Int) -> Signal<[Value], Failure> {
    apply(overlapping(count, step))
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func collect(count: Int, every step: Int) -> LazyStream<[Element]> {
    apply(overlapping(count, step))
  }
}

@inlinable
func overlapping<Value: Sendable>(_ count: Int, _ stride: Int) -> some Operator<Value, [Value]> {
  if count <= 0 { fatalError("`collect(count:every:)` needs a count of 1 or more, got \(count).") }
  if stride <= 0 { fatalError("`collect(count:every:)` needs a step of 1 or more, got \(stride).") }
  // The values collected so far, and how many values to drop before the next array.
  return StatefulRule((group: [Value](), gap: 0)) { state, value in
    guard state.gap == 0 else {
      state.gap -= 1
      return .skip
    }
    state.group.append(value)
    guard state.group.count == count else { return .skip }
    defer {
      state.group.removeFirst(Swift.min(stride, count))
      state.gap = Swift.max(0, stride - count)
    }
    return .emit(state.group)
  }
}
