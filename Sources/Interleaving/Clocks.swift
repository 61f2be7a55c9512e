/// A vector clock: for each thread, the time until which its operations happened before. The index is the thread.
typealias VectorClock = SIMD16<UInt32>

extension VectorClock {
  /// The maximum number of threads of a program, including the one that sets it up.
  static var mostThreads: Int { scalarCount }

  /// Adds everything that happened before another clock.
  mutating func join(_ other: VectorClock) { self = pointwiseMax(self, other) }
}

/// The memory ordering of an operation.
package struct MemoryOrder {
  let name: StaticString
  let acquires: Bool
  let releases: Bool
  var isTotal = false

  static let relaxed = MemoryOrder(name: "relaxed", acquires: false, releases: false)
  static let acquiring = MemoryOrder(name: "acquiring", acquires: true, releases: false)
  static let releasing = MemoryOrder(name: "releasing", acquires: false, releases: true)
  static let both = MemoryOrder(name: "acquiringAndReleasing", acquires: true, releases: true)
  static let total = MemoryOrder(name: "sequentiallyConsistent", acquires: true, releases: true, isTotal: true)
}

/// A place in the source code.
package struct SourcePlace: CustomStringConvertible {
  let fileID: StaticString
  let line: UInt

  package init(_ fileID: StaticString, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// The file without its module, and the line.
  package var description: String {
    let path = "\(fileID)"
    return "\(path.split(separator: "/").last.map(String.init) ?? path):\(line)"
  }
}
