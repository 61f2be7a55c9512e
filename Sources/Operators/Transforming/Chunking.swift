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

/// The rule of the `chunked` operators that compare no keys.
@usableFromInline
struct Chunking<Value: Sendable>: Operator {
  @usableFromInline let limit: Int
  @usableFromInline let cut: @Sendable (_ previous: Value?, _ current: Value) -> ChunkCut
  @usableFromInline var chunk: [Value] = []

  @inlinable
  init(_ limit: Int, _ cut: @escaping @Sendable (_ previous: Value?, _ current: Value) -> ChunkCut) {
    precondition(limit > 0, "`chunked` needs a limit of 1 or more, got \(limit).")
    self.limit = limit
    self.cut = cut
  }

  @inlinable
  mutating func step(_ input: Value) -> Step<[Value]> {
    switch cut(chunk.last, input) {
    case .before where !chunk.isEmpty:
      // The array was not full, so the limit is 2 or more, and the new one is not full either.
      defer { chunk = [input] }
      return .emit(chunk)
    case .before, .none:
      chunk.append(input)
      return chunk.count >= limit ? .emit(take()) : .skip
    case .after:
      chunk.append(input)
      return .emit(take())
    case .instead:
      return chunk.isEmpty ? .skip : .emit(take())
    }
  }

  @inlinable
  mutating func finish() -> [Value]? { chunk.isEmpty ? nil : take() }

  @inlinable
  mutating func take() -> [Value] {
    defer { chunk = [] }
    return chunk
  }
}

@inlinable
func chunking<Value: Sendable>(
  by belongsTogether: @escaping @Sendable (Value, Value) -> Bool, _ limit: Int
) -> Chunking<Value> {
  Chunking(limit) { previous, current in
    guard let previous, !belongsTogether(previous, current) else { return .none }
    return .before
  }
}

/// The rule of `chunked(on:)`.
@usableFromInline
struct ChunkingOnKey<Value: Sendable, Key: Equatable & Sendable>: Operator {
  @usableFromInline let limit: Int
  @usableFromInline let key: @Sendable (Value) -> Key
  @usableFromInline var chunk: (key: Key, values: [Value])?

  @inlinable
  init(_ key: @escaping @Sendable (Value) -> Key, _ limit: Int) {
    precondition(limit > 0, "`chunked(on:limit:)` needs a limit of 1 or more, got \(limit).")
    self.limit = limit
    self.key = key
  }

  @inlinable
  mutating func step(_ input: Value) -> Step<(key: Key, values: [Value])> {
    let key = key(input)
    if let last = chunk, last.key != key {
      chunk = (key, [input])
      return .emit(last)
    }
    chunk?.values.append(input)
    if chunk == nil { chunk = (key, [input]) }
    guard let full = chunk, full.values.count >= limit else { return .skip }
    chunk = nil
    return .emit(full)
  }

  @inlinable
  mutating func finish() -> (key: Key, values: [Value])? { chunk.take() }
}
