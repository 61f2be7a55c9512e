public import StreamCore

extension StreamProtocol {
  /// Cuts the stream into windows that end with a value that passes a test.
  ///
  ///     source                           1-2-0-3-0-4-|
  ///     window(endingWhere: { $0 == 0 }) a-----b---c-|   a: 1-2-(0|)  b: 3-(0|)  c: 4-|
  ///
  /// A window is sent just before its first value. Keeps one flag. All else is as in ``window(count:)``. For arrays use
  /// ``chunked(endingWhere:limit:)``.
  public func window(
    endingWhere isLast: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Signal<Value, Failure>, Failure> {
    windows(
      apply(
        StatefulRule(false) { isOpen, value in
          let isFirst = !isOpen
          isOpen = !isLast(value)
          return .emit(.value(value, isFirst: isFirst, isLast: !isOpen))
        }))
  }

  /// Cuts the stream into windows that begin with a value that passes a test.
  ///
  ///     source                             1-0-2-0-3-|
  ///     window(startingWhere: { $0 == 0 }) a-b---c---|   a: 1-|  b: 0-2-|  c: 0-3-|
  ///
  /// The first window begins with the first value. A window ends when the next one begins. Keeps one flag. All else is
  /// as in ``window(count:)``. For arrays use ``chunked(startingWhere:limit:)``.
  public func window(
    startingWhere isFirst: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Signal<Value, Failure>, Failure> {
    windows(
      apply(
        StatefulRule(false) { isOpen, value in
          defer { isOpen = true }
          return .emit(isFirst(value) ? .cut(value) : .value(value, isFirst: !isOpen, isLast: false))
        }))
  }
}
