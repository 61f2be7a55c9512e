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

/// The rule of the `chunked` operators: collects values, and cuts by their keys, or by the values alone.
@usableFromInline
struct Chunking<Value: Sendable, Key: Sendable>: Operator {
  @usableFromInline let limit: Int
  @usableFromInline let key: @Sendable (Value) -> Key
  @usableFromInline let cut: @Sendable (_ previous: (Value?, Key?), _ current: (Value, Key)) -> ChunkCut
  @usableFromInline var values: [Value] = []
  @usableFromInline var firstKey: Key?

  @inlinable
  init(
    _ limit: Int, key: @escaping @Sendable (Value) -> Key,
    _ cut: @escaping @Sendable (_ previous: (Value?, Key?), _ current: (Value, Key)) -> ChunkCut
  ) {
    if limit <= 0 { fatalError("`chunked` needs a limit of 1 or more, got \(limit).") }
    (self.limit, self.key, self.cut) = (limit, key, cut)
  }

  @inlinable
  mutating func step(_ input: Value) -> Step<(key: Key, values: [Value])> {
    let key = key(input)
    let cut = cut((values.last, firstKey), (input, key))
    let earlier = cut == .before || cut == .instead ? finish() : nil
    if cut != .instead {
      if values.isEmpty { firstKey = key }
      values.append(input)
    }
    // If there was an earlier array, the limit is 2 or more. So the new one, of one value, is not full.
    if let earlier { return .emit(earlier) }
    guard cut == .after || values.count >= limit, let full = finish() else { return .skip }
    return .emit(full)
  }

  @inlinable
  mutating func finish() -> (key: Key, values: [Value])? {
    guard let key = firstKey else { return nil }
    defer { (values, firstKey) = ([], nil) }
    return (key, values)
  }
}

extension Chunking where Key == Void {
  @inlinable
  init(_ limit: Int, _ cut: @escaping @Sendable (_ previous: Value?, _ current: Value) -> ChunkCut) {
    self.init(limit, key: { _ in }) { cut($0.0, $1.0) }
  }

  @inlinable
  init(_ limit: Int, by belongsTogether: @escaping @Sendable (Value, Value) -> Bool) {
    self.init(limit) { previous, current in
      previous.map { belongsTogether($0, current) } ?? true ? .none : .before
    }
  }
}

extension Chunking where Key: Equatable {
  @inlinable
  init(_ limit: Int, on key: @escaping @Sendable (Value) -> Key) {
    self.init(limit, key: key) { previous, current in
      previous.1.map { $0 == current.1 } ?? true ? .none : .before
    }
  }
}
