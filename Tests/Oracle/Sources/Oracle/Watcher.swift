import Rill
import Synchronization

/// The kinds of faults that several threads can show.
enum CrowdFault: String, CaseIterable, Sendable {
  /// Handlers of one subscription run at the same time.
  case overlap
  /// Handlers and effects of one graph run at the same time.
  case graphOverlap
  /// The last value that was delivered is not the final one.
  case lost
  /// A value is made of two values of one source.
  case mixed
  /// A part of a batch was seen, or of one that was rolled back.
  case half
  /// A thread did not read its own write.
  case unseen
  /// An older value after a newer one.
  case backwards
  /// A `modify` is missing.
  case modify
  /// A value that no state allows.
  case wrong
}

/// A node of a crowd's graph: its inputs, and its value for any state.
final class CrowdNode: Sendable {
  let source: Int?
  let spec: NodeSpec?
  let inputs: [CrowdNode]

  /// Whether the value can be computed from the tags in it: not behind a cut-off, which drops them.
  let isComplete: Bool

  init(source: Int) {
    self.source = source
    spec = nil
    inputs = []
    isComplete = true
  }

  init(_ spec: NodeSpec, _ inputs: [CrowdNode]) {
    source = nil
    self.spec = spec
    self.inputs = inputs
    isComplete = spec.kind != .remainder && inputs.allSatisfy(\.isComplete)
  }

  func value(_ tags: SIMD8<Int32>) -> Value {
    guard let spec else { return Value(source: source!, tag: tags[source!]) }
    return spec.result { inputs[$0 % inputs.count].value(tags) }
  }
}

/// One observer, and the values that it has received.
final class Watcher: Sendable {
  struct Received {
    var last: Value?
    var newest = Newest()
    var isFirst = true
  }

  let number: Int
  let spec: WatcherSpec
  let nodes: [CrowdNode]
  let mayBePartial: Bool

  /// Whether a value may be a glitch: an effect over unconnected graphs may have one.
  let connects: Bool
  let inside = Atomic(0)
  let isStarted = Atomic(false)
  let isDisposed = Atomic(false)
  let received = Locked(Received())
  let handle = Locked<Disposable?>(nil)

  init(_ number: Int, _ spec: WatcherSpec, _ nodes: [CrowdNode], mayBePartial: Bool, connects: Bool) {
    self.number = number
    self.spec = spec
    self.nodes = nodes
    self.mayBePartial = mayBePartial
    self.connects = connects
  }

  /// Whether handlers of the observer are delivered by the thread that drains its graph.
  var isDerived: Bool { spec.isEffect || nodes[0].source == nil }

  func expected(_ tags: SIMD8<Int32>) -> Value {
    spec.isEffect ? Value.combine(nodes.map { $0.value(tags) }, 1) : nodes[0].value(tags)
  }
}

/// The newest change of each source by each thread that was seen.
struct Newest {
  private var counts: [SIMD8<Int32>] = Array(repeating: Value.none, count: 16)

  /// Returns the source of which an older change was seen than before.
  mutating func note(_ tags: SIMD8<Int32>) -> Int? {
    for source in 0..<Crowd.Source.all where tags[source] > 0 {
      let (thread, count) = (Tag.thread(tags[source]), Int32(Tag.count(tags[source])))
      // Handlers count together, and set in any order.
      guard thread != CrowdRun.handlers else { continue }
      if count < counts[thread][source] { return source }
      counts[thread][source] = count
    }
    return nil
  }
}
