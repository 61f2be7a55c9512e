import Foundation

/// The bytes of a log of changes: a header, then one record for each call of `save`.
///
/// A record is the length and the CRC-32 of its body, four bytes each, and the body: changes, one after another. A
/// change is a kind, a version of the message, a key and a payload. All numbers are little-endian. A record that is not
/// whole, or whose checksum differs, was being written when the program or the machine stopped: the log ends before it.
enum OutboxLog {
  static let header = Array("RillBox1".utf8)

  enum Kind: UInt8 {
    case posted = 1
    case refused, reopened, removed
  }

  struct Change {
    var kind: Kind
    var version: UInt16 = 0
    var key: String
    /// The encoded message, or the reason of a refusal.
    var payload: [UInt8] = []
  }

  /// A key and a payload have at most this many bytes.
  static let (longestKey, longestPayload) = (Int(UInt16.max), 1 << 28)

  static func record(_ changes: [Change]) -> [UInt8] {
    var body: [UInt8] = []
    for change in changes {
      body.append(change.kind.rawValue)
      body.append(change.version)
      body.append(UInt16(change.key.utf8.count))
      body.append(UInt32(change.payload.count))
      body += change.key.utf8
      body += change.payload
    }
    var record: [UInt8] = []
    record.append(UInt32(body.count))
    record.append(checksum(body[...]))
    return record + body
  }

  /// Reads the records of a log without its header.
  ///
  /// - Returns: The changes, and the number of bytes that they take.
  static func read(_ bytes: ArraySlice<UInt8>) -> (changes: [Change], length: Int) {
    var (changes, rest): ([Change], ArraySlice<UInt8>) = ([], bytes)
    var end = bytes.startIndex
    while let length = rest.take(UInt32.self), let sum = rest.take(UInt32.self), rest.count >= Int(length) {
      let body = rest.prefix(Int(length))
      guard checksum(body) == sum, let read = self.changes(in: body) else { break }
      changes += read
      rest = rest.dropFirst(Int(length))
      end = rest.startIndex
    }
    return (changes, end - bytes.startIndex)
  }

  private static func changes(in body: ArraySlice<UInt8>) -> [Change]? {
    var (changes, rest): ([Change], ArraySlice<UInt8>) = ([], body)
    while !rest.isEmpty {
      guard let kind = rest.take(UInt8.self).flatMap(Kind.init), let version = rest.take(UInt16.self),
        let keyLength = rest.take(UInt16.self), let length = rest.take(UInt32.self),
        rest.count >= Int(keyLength) + Int(length),
        let key = String(validating: rest.prefix(Int(keyLength)), as: UTF8.self)
      else { return nil }
      rest = rest.dropFirst(Int(keyLength))
      changes.append(Change(kind: kind, version: version, key: key, payload: Array(rest.prefix(Int(length)))))
      rest = rest.dropFirst(Int(length))
    }
    return changes
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  /// The CRC-32 of zip and Ethernet.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: some FixedWidthInteger & UnsignedInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func take<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type) -> Number? {
    let size = MemoryLayout<Number>.size
    guard count >= size else { return nil }
    defer { self = dropFirst(size) }
    return prefix(size).reversed().reduce(0) { $0 << 8 | Number($1) }
  }
}

/// The entries of a log, in the order in which they are sent.
struct OutboxIndex {
  struct Entry {
    let place: Int
    let version: UInt16
    let payload: [UInt8]
    var refusal: String?
  }

  private(set) var entries: [String: Entry] = [:]
  private var places = 0

  /// The entries in order.
  var sorted: [(key: String, value: Entry)] { entries.sorted { $0.value.place < $1.value.place } }

  mutating func apply(_ change: OutboxLog.Change) {
    switch change.kind {
    case .posted: insert(change.version, change.payload, for: change.key)
    case .refused: entries[change.key]?.refusal = String(decoding: change.payload, as: UTF8.self)
    case .reopened:
      if let entry = entries.removeValue(forKey: change.key) { insert(entry.version, entry.payload, for: change.key) }
    case .removed: entries[change.key] = nil
    }
  }

  private mutating func insert(_ version: UInt16, _ payload: [UInt8], for key: String) {
    places += 1
    entries[key] = Entry(place: places, version: version, payload: payload)
  }

  /// A log with these entries only.
  var compacted: [UInt8] {
    sorted.reduce(into: OutboxLog.header) { bytes, entry in
      let (key, entry) = entry
      var changes = [OutboxLog.Change(kind: .posted, version: entry.version, key: key, payload: entry.payload)]
      if let refusal = entry.refusal {
        changes.append(OutboxLog.Change(kind: .refused, key: key, payload: Array(refusal.utf8)))
      }
      bytes += OutboxLog.record(changes)
    }
  }
}
