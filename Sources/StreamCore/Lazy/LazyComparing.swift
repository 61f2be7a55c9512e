extension LazyStream: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  ///
  /// Reads both up to the first difference, or to a shared rest. Never returns for two infinite streams that are equal
  /// and share no rest.
  public static func == (one: LazyStream, other: LazyStream) -> Bool {
    var one = one.resolved
    var other = other.resolved
    while true {
      if case .cell(let first) = one.storage, case .cell(let second) = other.storage, first === second { return true }
      if case .pair(let first) = one.storage, case .pair(let second) = other.storage, first === second { return true }
      guard !one.isEmpty, !other.isEmpty else { return one.isEmpty && other.isEmpty }
      guard one.first == other.first else { return false }
      one = one.rest.resolved
      other = other.rest.resolved
    }
  }
}

extension LazyStream: Hashable where Element: Hashable {
  /// Hashes only the first element, so that hashing computes no other.
  public func hash(into hasher: inout Hasher) { hasher.combine(first) }
}

extension LazyStream: Encodable where Element: Encodable {
  /// Encodes the elements as an array. Reads the whole stream.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension LazyStream: Decodable where Element: Decodable {
  /// Decodes an array of elements.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}
