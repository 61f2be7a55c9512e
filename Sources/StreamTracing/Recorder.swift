import StreamPrimitives
import Synchronization

/// The shared state of a recording: live nodes, edges and filled chunks.
///
/// It is guarded by one lock, which is taken when a node comes or goes, and once for a thousand events.
final class Recorder: Sendable {
  static let shared = Recorder()

  fileprivate struct State {
    var options = Options()

    /// The live nodes, and the newest of the released ones.
    var nodes: [Int: NodeRecord] = [:]
    var gone: [Int] = []
    var edges: [EdgeRecord] = []
    var mostEdges = 1_000

    /// The inputs of nodes with several or changing inputs.
    var inputs: [Int: Set<Int>] = [:]
    var objects: [TraceKey: TraceNode] = [:]

    /// The chunks that threads are filling, and the filled ones, oldest first.
    var open: [ObjectIdentifier: Chunk] = [:]
    var full: [Chunk] = []
    var lost = 0

    /// What the output has not been told.
    var changes: [Change] = []
  }

  struct Options {
    var capacity = 0
    var output: Output?
    var began = WallTime()
    /// The number of ``TraceScope`` instances, which need live nodes without a recording.
    var watchers = 0
    var isRecording = false
  }

  /// Guard: it is made to be used from any thread.
  nonisolated(unsafe) private let lock = SystemLock()

  /// Guarded by: lock.
  nonisolated(unsafe) private var state = State()
  private let nodeCount = SystemAtomic<Int>(0)
  private let threadCount = SystemAtomic<Int>(0)
  private let sessionCount = SystemAtomic<Int>(0)

  private func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  func nextNode() -> Int { nodeCount.add(1, ordering: .relaxed).newValue }
  func nextThread() -> Int { threadCount.add(1, ordering: .relaxed).newValue }

  // MARK: Beginning and ending

  func start(_ output: Output?, _ privacy: Trace.Privacy, _ capacity: Int) {
    let session = sessionCount.add(1, ordering: .relaxed).newValue
    let released = withLock { state in
      let old = state
      state = State()
      // Live nodes that were made for a scope stay known.
      state.objects = old.objects
      state.nodes = old.nodes.filter { $0.value.goneAt == nil }
      state.options = Options(
        capacity: capacity, output: output, began: WallTime(), watchers: old.options.watchers,
        isRecording: true)
      return old
    }
    withExtendedLifetime(released) {}
    showsValues.store(privacy == .shown, ordering: .relaxed)
    recordsEverywhere.store(TraceScope.current == 0, ordering: .relaxed)
    currentSession.store(session, ordering: .releasing)
    isTracing.store(true, ordering: .releasing)
    output?.begin(WallTime()) { self.flush(to: $0) }
  }

  func stop() -> Recording {
    let wasRecording = currentSession.exchange(0, ordering: .acquiringAndReleasing) != 0
    recordsEverywhere.store(false, ordering: .relaxed)
    let output = withLock { $0.options.output }
    if let output, wasRecording {
      flush(to: output)
      output.close()
    }
    let recording = recording
    let released = withLock { state in
      let old = (state.objects, state.full, state.open)
      state.options.output = nil
      state.options.isRecording = false
      if state.options.watchers == 0 { state.objects = [:] }
      (state.full, state.open) = ([], [:])
      isTracing.store(state.options.watchers > 0, ordering: .releasing)
      return old
    }
    withExtendedLifetime(released) {}
    return recording
  }

  /// Adds or removes a scope that needs live nodes without a recording.
  func watch(_ difference: Int) {
    withLock { state in
      state.options.watchers += difference
      isTracing.store(state.options.isRecording || state.options.watchers > 0, ordering: .releasing)
    }
  }

  // MARK: Nodes

  func add(_ node: TraceNode) {
    let record = NodeRecord(info: node.info, bornAt: monotonicNanoseconds(), scope: TraceScope.current)
    withLock { state in
      state.nodes[node.id] = record
      if state.options.output != nil { state.changes.append(.born(record)) }
    }
  }

  func remove(_ node: TraceNode) {
    let now = monotonicNanoseconds()
    withLock { state in
      guard state.nodes[node.id] != nil else { return }
      state.inputs[node.id] = nil
      guard state.options.isRecording else { return state.nodes[node.id] = nil }
      state.nodes[node.id]?.goneAt = now
      state.gone.append(node.id)
      if state.options.output != nil { state.changes.append(.gone(node.id, now)) }
      if state.gone.count > 2 * state.options.capacity { state.forgetOldest() }
    }
  }

  func link(_ one: Int, _ other: Int) { change(one, other, isLinked: true) }
  func unlink(_ one: Int, _ other: Int) { change(one, other, isLinked: false) }

  private func change(_ one: Int, _ other: Int, isLinked: Bool) {
    let edge = EdgeRecord(from: one, to: other, time: monotonicNanoseconds(), isLinked: isLinked)
    withLock { state in
      state.edges.append(edge)
      if state.edges.count > state.mostEdges { state.pruneEdges() }
      if state.options.output != nil { state.changes.append(.edge(edge)) }
    }
  }

  func keep(_ node: TraceNode?, for object: TraceKey) {
    // Released without the lock, because the release takes it.
    let old = withLock { state in
      let old = state.objects[object]
      state.objects[object] = node
      return old
    }
    withExtendedLifetime(old) {}
  }

  func node(of object: TraceKey) -> TraceNode? { withLock { $0.objects[object] } }

  /// Sets the current inputs of a node.
  func setInputs(of node: Int, _ inputs: Set<Int>) {
    let old = withLock { state in
      defer { state.inputs[node] = inputs }
      return state.inputs[node] ?? []
    }
    for input in old.subtracting(inputs) { unlink(input, node) }
    for input in inputs.subtracting(old) { link(input, node) }
  }

  // MARK: Events

  /// A thread goes on in new room.
  func replace(_ chunk: Chunk?, by next: Chunk) {
    let output = withLock { state in
      if let chunk { state.close(chunk) }
      if next.session == currentSession.load(ordering: .relaxed) { state.open[ObjectIdentifier(next)] = next }
      return state.full.count * Chunk.size > state.options.capacity ? state.options.output : nil
    }
    // The output has fallen behind; who records waits for it, so that nothing is lost.
    if let output { flush(to: output) }
    withLock { $0.dropOldest() }
  }

  /// Called at the end of a thread.
  func close(_ chunk: Chunk) { withLock { $0.close(chunk) } }

  // MARK: Looking

  /// Returns the live nodes, all of them or those made in one scope.
  func alive(in scope: Int? = nil) -> Recording {
    withLock { state in
      Recording(
        nodes: state.nodes.values.filter { $0.goneAt == nil && (scope ?? $0.scope) == $0.scope }, edges: state.edges,
        chunks: [], lost: 0,
        began: state.options.began)
    }
  }

  var recording: Recording {
    withLock { state in
      Recording(
        nodes: Array(state.nodes.values), edges: state.edges, chunks: state.full + state.open.values, lost: state.lost,
        began: state.options.began)
    }
  }

  private func flush(to output: Output) {
    output.write {
      withLock { state in
        defer { state.changes = [] }
        return (state.changes, state.full + state.open.values, state.options.began.monotonic)
      }
    }
  }
}

extension Recorder.State {
  fileprivate mutating func close(_ chunk: Chunk) {
    guard open.removeValue(forKey: ObjectIdentifier(chunk)) != nil else { return }
    full.append(chunk)
  }

  fileprivate mutating func dropOldest() {
    let most = max(1, options.capacity / Chunk.size + 1)
    guard full.count > most else { return }
    for chunk in full.prefix(full.count - most) where options.output == nil { lost += chunk.count }
    full.removeFirst(full.count - most)
  }

  fileprivate mutating func forgetOldest() {
    let forgotten = gone.prefix(gone.count / 2)
    for id in forgotten { nodes[id] = nil }
    gone.removeFirst(forgotten.count)
    pruneEdges()
  }

  /// Forgets how those were attached that nobody knows any more.
  fileprivate mutating func pruneEdges() {
    edges.removeAll { nodes[$0.from] == nil || nodes[$0.to] == nil }
    mostEdges = 2 * edges.count + 1_000
  }
}

/// A node with its times.
struct NodeRecord: Sendable {
  let info: NodeInfo
  let bornAt: Int
  var goneAt: Int?
  let scope: Int
}

/// A connection between two nodes, made or removed.
package struct EdgeRecord: Sendable {
  package let from: Int
  package let to: Int
  package let time: Int
  package let isLinked: Bool
}

/// What an output has to be told beside events.
enum Change {
  case born(NodeRecord)
  case edge(EdgeRecord)
  case gone(Int, Int)
}
