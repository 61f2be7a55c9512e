/// The kind of a line of a recording, as far as it determines how long the line is kept.
enum Line: Equatable {
  case recording
  case node(UInt64)
  case gone(UInt64)
  case edge(Edge)
  case unlinked(Edge)
  case event

  /// Returns `nil` for an unknown line.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let fields = Fields(bytes), let kind = fields.kind else { return nil }
    switch kind {
    case "recording": self = .recording
    case "node":
      guard let node = fields.node else { return nil }
      self = .node(node)
    case "gone":
      guard let node = fields.node else { return nil }
      self = .gone(node)
    case "edge", "unlinked":
      guard let from = fields.from, let to = fields.to else { return nil }
      let edge = Edge(from: from, to: to)
      self = kind == "edge" ? .edge(edge) : .unlinked(edge)
    case "lost": self = .event
    case "next", "failed", "completed", "disposed", "hop", "waits", "dropped", "computed", "refused", "queued", "began",
      "ended", "ran":
      guard fields.node != nil, fields.event != nil else { return nil }
      self = .event
    default: return nil
    }
  }
}

/// A connection from one node to another.
struct Edge: Hashable {
  let from: UInt64
  let to: UInt64
}

/// The fields of a line that the server needs. The page reads the others; the server skips them.
private struct Fields {
  var kind: String?
  var node: UInt64?
  var from: UInt64?
  var to: UInt64?
  var event: UInt64?

  init?(_ bytes: UnsafeRawBufferPointer) {
    var scanner = Scanner(bytes)
    guard scanner.take("{") else { return nil }
    if !scanner.take("}") {
      repeat {
        guard let key = scanner.string(), scanner.take(":"), read(key, &scanner) else { return nil }
      } while scanner.take(",")
      guard scanner.take("}") else { return nil }
    }
    if !scanner.isAtEnd { return nil }
  }

  private mutating func read(_ key: UnsafeRawBufferPointer, _ scanner: inout Scanner) -> Bool {
    if key.elementsEqual("is".utf8) {
      guard let text = scanner.string() else { return false }
      kind = String(decoding: text, as: UTF8.self)
    } else if key.elementsEqual("node".utf8) {
      return scanner.number(&node)
    } else if key.elementsEqual("from".utf8) {
      return scanner.number(&from)
    } else if key.elementsEqual("to".utf8) {
      return scanner.number(&to)
    } else if key.elementsEqual("event".utf8) {
      return scanner.number(&event)
    } else {
      return scanner.skipValue()
    }
    return true
  }
}

/// Scans JSON without building values.
private struct Scanner {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return place == bytes.count
    }
  }

  private mutating func skipSpace() {
    while place < bytes.count, [32, 9, 13].contains(bytes[place]) { place += 1 }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Returns the characters between the quotes, with their escapes.
  mutating func string() -> UnsafeRawBufferPointer? {
    guard take("\"") else { return nil }
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        return UnsafeRawBufferPointer(rebasing: bytes[start..<place - 1])
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }

  /// Parses an integer that a page represents exactly.
  mutating func number(_ number: inout UInt64?) -> Bool {
    skipSpace()
    var value: UInt64 = 0
    let start = place
    while place < bytes.count, case let digit = bytes[place] &- UInt8(ascii: "0"), digit < 10 {
      value = value * 10 + UInt64(digit)
      place += 1
      if value >= 1 << 53 { return false }
    }
    number = value
    return place > start
  }

  mutating func skipValue() -> Bool {
    var depth = 0
    repeat {
      skipSpace()
      guard place < bytes.count else { return false }
      switch bytes[place] {
      case UInt8(ascii: "\""):
        if string() == nil { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        place += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if depth == 0 { return false }
        place += 1
      default:
        while place < bytes.count, !Self.ends.contains(bytes[place]) { place += 1 }
      }
    } while depth > 0
    return depth == 0
  }

  private static let ends = Array(" \t\r,:{}[]\"".utf8)
}
