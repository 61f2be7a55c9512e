import StreamPrimitives
import Synchronization

/// The shared state of a recording: nodes, edges and chunks of events.
///
/// Guarded by: `lock`. A thread takes the lock to add, rename or remove a node or an edge, to look up the node of an
/// object, and to begin or end a chunk. It also takes the lock when code ends whose event is in a full chunk.
/// Otherwise a thread writes to its own chunk without the lock. Others read the events below the chunk's `count`.
final class Recorder: Sendable {
  static let shared = Recorder()

  fileprivate struct State {
    var options = Options()

    /// The live nodes, and the newest of the released ones.
    var nodes: [Int: NodeRecord] = [:]

    /// The numbers of the released nodes, the oldest first.
    var gone: [Int] = []

    /// The changes of edges, and the count above which they are pruned.
    var edges: [EdgeRecord] = []
    var mostEdges = 1_000

    /// The current inputs of derived properties and effects.
    var inputs: [Int: Set<Int>] = [:]

    /// The node of each live object. The dictionary retains the nodes, not the objects.
    ///
    /// Empty while nothing is traced, because objects are not removed then.
    var objects: [TraceKey: TraceNode] = [:]

    /// The chunks that threads are filling, and the others, oldest first.
    var open: [ObjectIdentifier: Chunk] = [:]
    var full: [Chunk] = []

    /// Converts the times of the next news.
    var clock = EventClock(WallTime())

    /// The number of events that were dropped because the capacity was used up.
    var lost = 0

    /// The changes that the output has not received; `nil` without an output. Above `mostNews` changes, they are
    /// pruned.
    var news: News?
    var mostNews = 1_000
  }

  /// The settings of the recording, whether it runs, and the number of open scopes.
  struct Options {
    var capacity = 0
    var output: Output?
    var began = WallTime()
    /// The number of open ``TraceScope`` instances, which need live nodes without a recording.
    var scopes = 0
    var isRecording = false

    /// Whether nodes are made.
    var isTracing: Bool { isRecording || scopes > 0 }
  }

  private let lock = SystemLock()

  /// Serializes the beginnings and ends of recordings. Taken before `lock`.
  private let turn = SystemLock()

  /// Guarded by: lock.
  nonisolated(unsafe) private var state = State()

  /// The number of callers that share the recording. Guarded by: turn.
  nonisolated(unsafe) private var sharers = 0

  /// The recording that one of them has started. Guarded by: turn.
  nonisolated(unsafe) private var sharedSession = 0
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

  /// Stops the running recording, and starts another one.
  func start<Failure>(
    _ privacy: Trace.Privacy, _ capacity: Int, _ makeOutput: () throws(Failure) -> Output?
  ) throws(Failure) {
    turn.lock()
    defer { turn.unlock() }
    _ = stopInTurn()
    startInTurn(privacy, capacity, try makeOutput())
  }

  private func startInTurn(_ privacy: Trace.Privacy, _ capacity: Int, _ output: Output?) {
    let session = sessionCount.add(1, ordering: .relaxed).newValue
    let began = WallTime()
    output?.begin(began)
    let released = withLock { state in
      let old = state
      state = State()
      // Live nodes stay known.
      state.objects = old.objects
      state.nodes = old.nodes.filter { $0.value.goneAt == nil }
      (state.edges, state.inputs) = (old.edges, old.inputs)
      state.pruneEdges()
      state.options = Options(
        capacity: capacity, output: output, began: began, scopes: old.options.scopes, isRecording: true)
      if output != nil {
        state.news = News(
          born: state.nodes.values.sorted { $0.info.id < $1.info.id }, edges: state.edges)
      }
      state.clock = EventClock(began)
      return old
    }
    withExtendedLifetime(released) {}
    showsValues.store(privacy == .shown, ordering: .relaxed)
    recordsEverywhere.store(TraceScope.current == 0, ordering: .relaxed)
    currentSession.store(session, ordering: .releasing)
    isTracing.store(true, ordering: .releasing)
    output?.repeatedly { self.flush(to: $0) }
  }

  func stop() -> Recording {
    turn.lock()
    defer { turn.unlock() }
    return stopInTurn()
  }

  private func stopInTurn() -> Recording {
    let wasRecording = currentSession.exchange(0, ordering: .acquiringAndReleasing) != 0
    recordsEverywhere.store(false, ordering: .relaxed)
    let output = withLock { $0.options.output }
    if let output, wasRecording {
      _ = flush(to: output, patience: 1_000)
      output.close()
    }
    let recording = recording
    let released = withLock { state in
      let old = (state.full, state.open)
      (state.options.output, state.news) = (nil, nil)
      state.options.isRecording = false
      (state.full, state.open) = ([], [:])
      return (old, state.updateTracing())
    }
    withExtendedLifetime(released) {}
    return recording
  }

  /// Shares a recording in memory. The first caller starts one if none runs, and the last `leave` stops it.
  ///
  /// A recording that `Trace` has started is used as it is, and is not stopped.
  func join(_ capacity: Int) {
    turn.lock()
    defer { turn.unlock() }
    if currentSession.load(ordering: .relaxed) == 0 {
      startInTurn(.shown, capacity, nil)
      sharedSession = currentSession.load(ordering: .relaxed)
    } else if currentSession.load(ordering: .relaxed) == sharedSession {
      withLock { $0.options.capacity = max(capacity, $0.options.capacity) }
    }
    sharers += 1
  }

  func leave() {
    turn.lock()
    defer { turn.unlock() }
    sharers -= 1
    if sharers == 0, currentSession.load(ordering: .relaxed) == sharedSession { _ = stopInTurn() }
  }

  /// Counts a scope that begins or ends.
  func changeScopes(by difference: Int) {
    let released = withLock { state in
      state.options.scopes += difference
      return state.updateTracing()
    }
    withExtendedLifetime(released) {}
  }

  // MARK: Nodes

  func add(_ node: TraceNode) {
    let record = NodeRecord(info: node.info, bornAt: ticks(), scope: TraceScope.current)
    withLock { state in
      state.nodes[node.id] = record
      state.addNews { $0.born.append(record) }
    }
  }

  func remove(_ node: TraceNode) {
    let now = ticks()
    withLock { state in
      guard state.nodes[node.id] != nil else { return }
      state.inputs[node.id] = nil
      guard state.options.isRecording else { return state.nodes[node.id] = nil }
      state.nodes[node.id]?.goneAt = now
      state.gone.append(node.id)
      state.addNews { $0.gone.append((node.id, now)) }
      if state.gone.count > 2 * state.options.capacity { state.removeOldest() }
    }
  }

  func rename(_ node: Int, _ name: String) {
    withLock { state in
      guard let record = state.nodes[node], record.info.name != name else { return }
      state.nodes[node]?.info.name = name
      guard let renamed = state.nodes[node] else { return }
      // A second line about a node renames it.
      state.addNews { $0.born.append(renamed) }
    }
  }

  func name(of node: Int) -> String? { withLock { $0.nodes[node]?.info.name } }

  func link(_ one: Int, _ other: Int) { change(one, other, isLinked: true) }
  func unlink(_ one: Int, _ other: Int) { change(one, other, isLinked: false) }

  private func change(_ one: Int, _ other: Int, isLinked: Bool) {
    let edge = EdgeRecord(from: one, to: other, time: ticks(), isLinked: isLinked)
    withLock { state in
      state.edges.append(edge)
      if state.edges.count > state.mostEdges { state.pruneEdges() }
      state.addNews { $0.edges.append(edge) }
    }
  }

  func setNode(_ node: TraceNode?, for object: TraceKey) {
    // Released without the lock, because the release takes it.
    let old = withLock { state in
      let old = state.objects[object]
      // The last scope may have ended since the caller checked. The object would not be removed then.
      state.objects[object] = state.options.isTracing ? node : nil
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

  /// Moves a thread's chunk to `full`, registers the next one, and drops the oldest chunks beyond the capacity.
  ///
  /// A thread does not wait for the output: events that the output has not taken are dropped, too.
  func replace(_ chunk: Chunk?, by next: Chunk) {
    let dropped = withLock { state in
      if let chunk { state.close(chunk) }
      if next.session == currentSession.load(ordering: .relaxed) { state.open[ObjectIdentifier(next)] = next }
      return state.dropOldest()
    }
    withExtendedLifetime(dropped) {}
  }

  /// Records the end of an event's code. The event is in a full chunk of the calling thread.
  func end(_ event: Int, at now: Int, own: Int) {
    withLock { state in
      guard let chunk = state.full.last(where: { $0.first <= event && event < $0.first + $0.count }) else { return }
      chunk.end(event - chunk.first, at: now, own: own)
    }
  }

  /// Moves a chunk to `full`, because its thread ends.
  func close(_ chunk: Chunk) { withLock { $0.close(chunk) } }

  // MARK: Looking

  /// Returns the live nodes, all of them or those made in one scope.
  func alive(in scope: Int? = nil) -> Recording {
    let (nodes, edges, began) = withLock { ($0.nodes, $0.edges, $0.options.began) }
    return Recording(
      nodes: nodes.values.filter { $0.goneAt == nil && (scope ?? $0.scope) == $0.scope }, edges: edges, events: [],
      lost: 0, began: began)
  }

  /// The nodes, edges and events that are known at this moment.
  ///
  /// Copies the records and not ``State/objects``: a copy of that would retain nodes whose objects are released
  /// meanwhile.
  var recording: Recording {
    let (nodes, edges, lost, began, events) = withLock {
      ($0.nodes, $0.edges, $0.lost, $0.options.began, $0.events)
    }
    return Recording(nodes: Array(nodes.values), edges: edges, events: events, lost: lost, began: began)
  }

  /// The number of recorded events of the nodes that were made in a scope.
  func eventCount(in scope: Int) -> Int {
    withLock { state in
      let nodes = Set(state.nodes.lazy.filter { $0.value.scope == scope }.map(\.key))
      return (state.full + state.open.values).reduce(0) { count, chunk in
        count + (0..<chunk.count).count { nodes.contains(chunk.node(at: $0)) }
      }
    }
  }

  /// The number of changes of nodes and edges that no output has taken.
  var unwrittenCount: Int { withLock { $0.news?.count ?? 0 } }

  /// Passes the news to the output, and releases an output that has failed.
  private func flush(to output: Output, patience: Int32 = 0) -> Bool {
    let isOpen = output.write(patience: patience) { withLock { $0.takeNews() } }
    if !isOpen {
      withLock { state in
        if state.options.output === output { (state.options.output, state.news) = (nil, nil) }
      }
    }
    return isOpen
  }
}

extension Recorder.State {
  /// Updates `isTracing`, and removes the nodes of the objects if it is `false` now.
  ///
  /// - Returns: The removed nodes, to be released without the lock.
  fileprivate mutating func updateTracing() -> [TraceKey: TraceNode] {
    isTracing.store(options.isTracing, ordering: .releasing)
    var removed: [TraceKey: TraceNode] = [:]
    if !options.isTracing { swap(&removed, &objects) }
    return removed
  }

  fileprivate mutating func close(_ chunk: Chunk) {
    guard open.removeValue(forKey: ObjectIdentifier(chunk)) != nil else { return }
    full.append(chunk)
  }

  /// The recorded events.
  ///
  /// Their counts are read under the same lock as the nodes, so no event refers to a node that is added later. A node
  /// that was released long ago may be missing.
  fileprivate var events: [EventRange] { (full + open.values).map { EventRange(chunk: $0, range: 0..<$0.count) } }

  /// Takes the news for the output.
  fileprivate mutating func takeNews() -> News {
    var taken = News()
    guard news != nil else { return taken }
    swap(&taken, &news!)
    mostNews = 1_000
    for chunk in full + open.values {
      let range = chunk.taken..<chunk.count
      chunk.taken = range.upperBound
      if !range.isEmpty { taken.events.append(EventRange(chunk: chunk, range: range)) }
    }
    taken.clock = clock.measure()
    return taken
  }

  fileprivate mutating func addNews(_ change: (inout News) -> Void) {
    guard news != nil else { return }
    change(&news!)
    guard news!.count > mostNews else { return }
    news!.prune(nodes, options.capacity)
    mostNews = 2 * news!.count + 1_000
  }

  /// - Returns: The dropped chunks, to be released without the lock.
  fileprivate mutating func dropOldest() -> ArraySlice<Chunk> {
    let most = max(1, options.capacity / Chunk.size + 1)
    let dropped = full.prefix(max(0, full.count - most))
    for chunk in dropped {
      lost += chunk.count
      news?.lost += chunk.count - chunk.taken
    }
    full.removeFirst(dropped.count)
    return dropped
  }

  fileprivate mutating func removeOldest() {
    let removed = gone.prefix(gone.count / 2)
    for id in removed { nodes[id] = nil }
    gone.removeFirst(removed.count)
    pruneEdges()
  }

  fileprivate mutating func pruneEdges() {
    edges.prune(nodes, options.capacity)
    mostEdges = 2 * edges.count + 1_000
  }
}
