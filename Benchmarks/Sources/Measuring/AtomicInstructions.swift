import Foundation

/// Finds the atomic instructions of a program or library: those with a `lock` prefix, and exchanges with memory.
///
/// They are counted in all code, including reference counting and the locks of the C library: their cost differs
/// between machines by a factor of three. Only x86-64 is supported, where the first bytes of an instruction identify
/// it.
package struct AtomicInstructions: Sendable {
  /// A part of the file that is loaded into memory.
  private struct Segment {
    let addresses: Range<Int>
    let offset: Int
  }

  private let file: Data
  private let segments: [Segment]

  /// Returns `nil` for a file of another format.
  package init?(of path: String) {
    guard let file = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else { return nil }
    self.init(file: file)
  }

  package init?(file: Data) {
    func number(_ offset: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
    }
    // The ELF header: 64 bits, for x86-64, with the place and the size of the table of segments.
    guard file.count >= 64, file.prefix(5) == Data([0x7F, 0x45, 0x4C, 0x46, 2]), number(18, 2) == 62 else { return nil }
    let (table, size, count) = (number(32, 8), number(54, 2), number(56, 2))
    guard table + size * count <= file.count else { return nil }
    segments = (0..<count).map { table + $0 * size }.filter { number($0, 4) == 1 }.map { entry in
      let address = number(entry + 16, 8)
      return Segment(addresses: address..<address + number(entry + 32, 8), offset: number(entry + 8, 8))
    }
    self.file = file
  }

  /// Whether there is an atomic instruction at an address of the file.
  package func contains(_ address: Int) -> Bool {
    guard let segment = segments.first(where: { $0.addresses.contains(address) }) else { return false }
    let start = segment.offset + address - segment.addresses.lowerBound
    return Self.isAtomic(file[start..<min(start + 15, file.count)])
  }

  /// Whether an instruction with these first bytes is atomic.
  package static func isAtomic(_ bytes: some Sequence<UInt8>) -> Bool {
    var rest = bytes.makeIterator()
    var byte = rest.next()
    // Prefixes for operand size, segments and repetition, then the prefix for the larger registers.
    while let prefix = byte, [0x26, 0x2E, 0x36, 0x3E, 0x64, 0x65, 0x66, 0x67, 0xF2, 0xF3].contains(prefix) {
      byte = rest.next()
    }
    if byte == 0xF0 { return true }
    if let prefix = byte, (0x40...0x4F).contains(prefix) { byte = rest.next() }
    guard byte == 0x86 || byte == 0x87, let operands = rest.next() else { return false }
    return operands >> 6 != 3
  }
}
