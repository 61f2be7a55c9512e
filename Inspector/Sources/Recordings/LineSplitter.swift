#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Cuts bytes into lines, however they arrive.
public struct LineSplitter {
  /// A longer line is refused: no recorder writes one.
  public static let longest = 65_536

  /// How many lines were too long.
  public private(set) var refused = 0

  /// What came of a line whose end has not come.
  public private(set) var open: [UInt8] = []
  private var isRefusing = false

  public init() {}

  /// Hands on the lines that are whole now, without their ends.
  public mutating func feed(_ bytes: UnsafeRawBufferPointer, to line: (UnsafeRawBufferPointer) -> Void) {
    var rest = bytes[...]
    while let start = rest.isEmpty ? nil : UnsafeRawBufferPointer(rebasing: rest).baseAddress {
      guard let end = memchr(start, 10, rest.count) else { return keep(rest) }
      let length = UnsafeRawPointer(end) - start
      let part = rest.prefix(length)
      rest = rest.dropFirst(length + 1)
      if open.isEmpty, !isRefusing, length <= Self.longest {
        line(UnsafeRawBufferPointer(rebasing: part))
      } else {
        keep(part)
        if !isRefusing { open.withUnsafeBytes(line) }
        isRefusing = false
        open.removeAll(keepingCapacity: true)
      }
    }
  }

  private mutating func keep(_ part: Slice<UnsafeRawBufferPointer>) {
    guard !isRefusing else { return }
    if open.count + part.count > Self.longest {
      refused += 1
      isRefusing = true
      open.removeAll()
    } else {
      open += part
    }
  }
}
