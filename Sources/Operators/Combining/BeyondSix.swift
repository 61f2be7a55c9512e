import StreamCore

// Streams of different types brought to the operators for any number of streams of one type: what `combineLatest` and
// `zip` do beyond six.

/// The values of all streams as a tuple, put together by an operator for any number of streams of one type.
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

/// A value whose type is known where it is taken out.
private func boxing<Value: Sendable, Failure>(
  _ stream: any StreamProtocol<Value, Failure>
) -> Signal<any Sendable, Failure> {
  stream.signal.map { Box($0) }
}

/// Takes the first value out of its box. The values are in order, so its type is the one that was put in.
private func unboxed<Value: Sendable>(_ type: Value.Type, _ values: inout ArraySlice<any Sendable>) -> Value {
  (values.removeFirst() as! Box<Value>).value
}
