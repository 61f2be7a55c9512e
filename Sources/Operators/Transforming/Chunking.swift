import StreamCore

/// The position of a value relative to the end of an array.
@usableFromInline
enum ChunkCut: Sendable {
  /// It continues the array.
  case none
  /// It begins the next array.
  case before
  /// It is the last of the array.
  case after
  /// It ends the array, and is dropped.
  case instead
}

/// The rule of the `chunked` operators: collects values, which have a key if the array is sent with one.
@usableFromInline
struct Chunking<Value: Sendable, Key: Sendable, Output: Sendable>: Operator {
  @usableFromInline typealias Chunk = (key: Key, values: [Value])

  @usableFromInline let limit: Int
  @usableFromInline let key: @Sendable (Value) -> Key
  @usableFromInline let cut: @Sendable (_ chunk: Chunk?, _ key: Key, _ value: Value) -> ChunkCut
  @usableFromInline let output: @Sendable (Chunk) -> Output
  @usableFromInline var chunk: Chunk?

  @inlinable
  init(
    _ limit: Int, _ key: @escaping @Sendable (Value) -> Key,
    _ cut: @escaping @Sendable (_ chunk: Chunk?, _ key: Key, _ value: Value) -> ChunkCut,
    _ output: @escaping @Sendable (Chunk) -> Output
  ) {
    precondition(limit > 0, "`chunked` needs a limit of 1 or more, got \(limit).")
    (self.limit, self.key, self.cut, self.output) = (limit, key, cut, output)
  }

  @inlinable
  mutating func step(_ input: Value) -> Step<Output> {
    let key = key(input)
    let cut = cut(chunk, key, input)
    let earlier = cut == .before || cut == .instead ? finish() : nil
    if cut != .instead {
      if chunk == nil { chunk = (key, [input]) } else { chunk?.values.append(input) }
    }
    // After a cut the new array has one value, and is not full: otherwise there was no earlier one.
    let isFull = cut == .after || chunk.map { $0.values.count >= limit } ?? false
    return (earlier ?? (isFull ? finish() : nil)).map { .emit($0) } ?? .skip
  }

  @inlinable
  mutating func finish() -> Output? { chunk.take().map(output) }
}

extension Chunking where Key == Void, Output == [Value] {
  @inlinable
  init(_ limit: Int, _ cut: @escaping @Sendable (_ previous: Value?, _ current: Value) -> ChunkCut) {
    self.init(limit, { _ in }, { chunk, _, value in cut(chunk?.values.last, value) }, \.values)
  }
}

@inlinable
func chunking<Value: Sendable>(
  by belongsTogether: @escaping @Sendable (Value, Value) -> Bool, _ limit: Int
) -> some Operator<Value, [Value]> {
  Chunking(limit) { previous, current in
    guard let previous, !belongsTogether(previous, current) else { return .none }
    return .before
  }
}

@inlinable
func chunking<Value: Sendable, Key: Equatable & Sendable>(
  on key: @escaping @Sendable (Value) -> Key, _ limit: Int
) -> some Operator<Value, (key: Key, values: [Value])> {
  Chunking(limit, key, { chunk, key, _ in chunk.map { $0.key == key } ?? true ? .none : .before }, { $0 })
}
