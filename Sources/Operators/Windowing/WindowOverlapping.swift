public import StreamCore

extension StreamProtocol {
  /// Cuts the stream into windows of `count` values; one begins every `step` values.
  ///
  ///     source                      1-2-3-4-5-|
  ///     window(count: 3, every: 2)  a---b---c-|   a: 1-2-(3|)  b: 3-4-(5|)  c: 5-|
  ///
  /// With a step below the count the windows overlap. With a step above it, the values between are in no window. The
  /// last windows may be shorter, unlike the arrays of ``collect(count:every:)``. Windows that are open when the source
  /// ends do so in the order in which they began. Keeps the open windows, at most `count` of them, and no values. All
  /// else is as in ``window(count:)``. A count or a step below 1 traps.
  public func window(count: Int, every step: Int) -> Signal<Signal<Value, Failure>, Failure> {
    if count <= 0 { fatalError("`window(count:every:)` needs a count of 1 or more, got \(count).") }
    if step <= 0 { fatalError("`window(count:every:)` needs a step of 1 or more, got \(step).") }
    return windows(
      apply(
        StatefulRule(0) { index, value in
          // The window that began `count - 1` values ago has its last value.
          let start = index - (count - 1)
          defer { index += 1 }
          return .emit(
            .value(
              value, isFirst: index.isMultiple(of: step), isLast: start >= 0 && start.isMultiple(of: step)))
        }))
  }
}
