public import StreamCore

extension StreamProtocol {
  /// Collects values into arrays of a given size, a new one of which begins every so many values.
  ///
  ///     source                       1--2--3--4--5--|
  ///     collect(count: 3, every: 2)  ------a-----b--|   a: [1, 2, 3]  b: [3, 4, 5]
  ///
  /// With a step below the count the arrays overlap, `every: 1` gives one for each value but the first ones; with a
  /// step above it, values are left out. Only whole arrays are sent; ``collect(count:)`` sends the rest too. Keeps up
  /// to `count` values. Delivers where the source delivers; ends and fails with the source. A count or a step below 1
  /// traps.
  @inlinable
  public func collect(count: Int, every step: Int) -> Signal<[Value], Failure> {
    apply(overlapping(count, step))
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func collect(count: Int, every step: Int) -> LazyStream<[Element]> {
    apply(overlapping(count, step))
  }
}

@inlinable
func overlapping<Value: Sendable>(_ count: Int, _ stride: Int) -> some Operator<Value, [Value]> {
  precondition(count > 0, "Cannot collect \(count) values at a time.")
  precondition(stride > 0, "Cannot begin a new array every \(stride) values.")
  // What has come of the next array, and how many values are left out before it.
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
