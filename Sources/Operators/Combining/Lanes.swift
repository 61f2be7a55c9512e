import StreamCore

// Streams of different types brought to the operators for any number of streams of one type: what `combineLatest` and `zip` do beyond six.

/// A value whose type is known where it is taken out.
private struct Boxed<Value: Sendable>: Sendable { let value: Value }

/// The stream with its values in boxes.
func lane<Value: Sendable, Failure>(_ stream: any StreamProtocol<Value, Failure>) -> Signal<any Sendable, Failure> {
  stream.signal.map { Boxed(value: $0) }
}

/// Takes the values of the lanes out of their boxes, in the order of the lanes.
struct Unboxing {
  private var rest: ArraySlice<any Sendable>

  init(_ values: [any Sendable]) { rest = values[...] }

  mutating func next<Value: Sendable>(_ type: Value.Type = Value.self) -> Value {
    (rest.removeFirst() as! Boxed<Value>).value
  }
}
