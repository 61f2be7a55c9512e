#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Splits bytes into lines, in pieces of any size.
public struct LineSplitter {
  /// The maximum length. A longer line is dropped: no recorder writes one.
  public static let longest = 65_536

  /// The number of lines that were too long.
  public private(set) var refused = 0

  /// The beginning of an incomplete line.
  public private(set) var open: [UInt8] = []
  private var isRefusing = false

  public init() {}

  /// Passes on complete lines, without their line ends.
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
