/// The changes and events that an output has not received yet.
struct News {
  var born: [NodeRecord] = []
  var edges: [EdgeRecord] = []
  var gone: [(node: Int, time: Int)] = []
  var events: [EventRange] = []

  /// The number of events that were dropped before the output received them.
  var lost = 0

  /// Converts the times.
  var clock = EventClock(WallTime())

  /// The number of changes of nodes and edges.
  var count: Int { born.count + edges.count + gone.count }

  /// Drops changes of nodes that the recorder has forgotten. A node that the output has is still reported as gone.
  mutating func prune(_ nodes: [Int: NodeRecord], _ capacity: Int) {
    let forgotten = Set(born.lazy.map(\.info.id).filter { nodes[$0] == nil })
    born.removeAll { forgotten.contains($0.info.id) }
    gone.removeAll { forgotten.contains($0.node) }
    edges.prune(nodes, capacity)
  }
}

/// A range of the events of one thread, taken at one time.
struct EventRange {
  let chunk: Chunk
  let range: Range<Int>

  /// The events, each with its number, and the times of its code if that is over.
  var entries: some Sequence<(id: Int, entry: Entry, times: Times?)> {
    range.lazy.map { (chunk.first + $0, chunk[$0], chunk.times(of: $0)) }
  }
}

/// An event whose code was running when its line was written.
struct RunningEvent {
  let chunk: Chunk
  let index: Int

  var times: Times? { chunk.times(of: index) }
}

extension [EdgeRecord] {
  /// Drops edges of nodes that are not known. If more than `capacity` are left, keeps the newest change of each edge.
  mutating func prune(_ nodes: [Int: NodeRecord], _ capacity: Int) {
    removeAll { nodes[$0.from] == nil || nodes[$0.to] == nil }
    guard count > capacity else { return }
    var seen: Set<SIMD2<Int>> = []
    self = reversed().filter { seen.insert(SIMD2($0.from, $0.to)).inserted }.reversed()
  }
}

/// A node with its times.
struct NodeRecord: Sendable {
  var info: NodeInfo
  let bornAt: Int
  var goneAt: Int?
  let scope: Int
}

/// A change of an edge at `time`.
///
/// Events of `from` reach `to` from then on if `isLinked` is true. Otherwise they no longer do.
package struct EdgeRecord: Sendable {
  package let from: Int
  package let to: Int
  package let time: Int
  package let isLinked: Bool
}
