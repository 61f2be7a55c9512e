import StreamCore

// `combineLatest` and `zip` of more than six streams: streams of different types are boxed for the operators that take
// any number of streams of one type.

/// Combines streams of different types by an operator for streams of one type, and returns tuples.
func together<each Value: Sendable, Failure>(
  _ streams: repeat any StreamProtocol<each Value, Failure>,
  by join: ([Signal<any Sendable, Failure>]) -> Signal<[any Sendable], Failure>
) -> Signal<(repeat each Value), Failure> {
  var boxed: [Signal<any Sendable, Failure>] = []
  for stream in repeat each streams { boxed.append(boxing(stream)) }
  @Sendable func tuple(_ values: [any Sendable]) -> (repeat each Value) {
    var values = values[...]
    return (repeat unboxed((each Value).self, &values))
  }
  return join(boxed).map(tuple)
}

/// Boxes each value of a stream; the receiver knows the type.
private func boxing<Value: Sendable, Failure>(
  _ stream: any StreamProtocol<Value, Failure>
) -> Signal<any Sendable, Failure> {
  stream.signal.map { Box($0) }
}

/// Removes the first value and unboxes it. The values keep the order of the streams, so its type is known.
private func unboxed<Value: Sendable>(_ type: Value.Type, _ values: inout ArraySlice<any Sendable>) -> Value {
  (values.removeFirst() as! Box<Value>).value
}
