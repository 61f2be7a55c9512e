/// A program on a sequential model of the behaviour that the pages promise.
///
/// The value of a node is a function of the sources, and so is its identity. The identity of a source is the number of
/// its last change, that of a cut-off is its value, and that of any other node combines the identities of its inputs.
/// An observer is notified if the identity differs from the one that it received last. Nothing is cached, so nothing
/// can be stale.
final class ModelHost: Host {
  private struct Cell {
    var value: Value
    var version: UInt64
  }

  private enum Queued {
    case value(Value)
    case insert(Int)
  }

  /// The direct subscribers of a source. Values sent during a delivery are delivered afterwards.
  private struct Direct {
    var subscribers: [Int] = []

    /// Whether there has ever been one: without any, nothing is sent.
    var exists = false
    var isBusy = false
    var queue: [Queued] = []
  }

  private final class Observer {
    let spec: ObserverSpec
    let nodes: [Int]
    var isDisposed = false
    var isQueued = false

    /// Whether the value for a subscriber is being computed. A change meanwhile is included in that value.
    var isEvaluated = false

    /// The identities that the observer received last, by the order of first reading.
    var seen: [(node: Int, identity: UInt64)] = []
    var children: [Int] = []

    /// Whether a direct subscriber is receiving its first value. Other values are queued.
    var isJoining = false
    var waiting: [Value] = []

    init(_ spec: ObserverSpec, _ nodes: [Int]) {
      self.spec = spec
      self.nodes = nodes
    }
  }

  /// The writes of an open batch.
  private struct Transaction {
    var cells: [Int: Cell] = [:]
    var order: [Int] = []
    var newcomers: [Int] = []

    /// The direct subscribers of written sources, and the versions of the writes that they have received.
    var directNewcomers: [(observer: Int, source: Int, version: UInt64)] = []

    /// Observers that have received values of nested batches that threw.
    var misled: [Int] = []

    /// Whether the body of an effect has read a write.
    var isRead = false
  }

  private struct Node {
    var spec: NodeSpec?
    var inputs: [Int]
  }

  private var cells: [Cell]
  private var direct: [Direct]
  private var nodes: [Node]
  private var all: [Observer] = []
  private var queue: [Int] = []
  private var transaction: Transaction?
  private var lastVersion: UInt64 = 1
  private var changes = 0
  private var depth = 0

  /// The values of nodes in the running computation, each with the number of changes when it was computed.
  private var known: [Int: (value: Value, identity: UInt64, changes: Int)] = [:]

  /// The effect whose body is running.
  private var tracking: Int?
  private var owner: Int?

  override init(_ program: Program) {
    cells = (0..<program.sources).map { Cell(value: Value(source: $0, tag: 1), version: 1) }
    direct = cells.map { _ in Direct() }
    nodes = cells.map { _ in Node(spec: nil, inputs: []) }
    super.init(program)
  }

  // MARK: Values

  private func cell(_ source: Int) -> Cell { transaction?.cells[source] ?? cells[source] }

  /// The value of a node, and its identity. Transforms that set their source have done so afterwards.
  private func evaluate(_ node: Int) -> (value: Value, identity: UInt64) {
    while true {
      let before = changes
      known.removeAll(keepingCapacity: true)
      let result = compute(node)
      if changes == before { return result }
    }
  }

  private func compute(_ node: Int) -> (value: Value, identity: UInt64) {
    guard let spec = nodes[node].spec else {
      if isDry { reached.insert(node) }
      let cell = cell(node)
      return (cell.value, Self.identity([UInt64(node), cell.version]))
    }
    if spec.kind == .limit { return limit(node, spec) }
    if let known = known[node], known.changes == changes { return (known.value, known.identity) }
    let inputs = nodes[node].inputs
    var identities = [UInt64(node)]
    let value = spec.result { index in
      let input = compute(inputs[index % inputs.count])
      identities.append(input.identity)
      return input.value
    }
    let isCutOff = spec.kind == .remainder || spec.kind == .distinct
    let identity = Self.identity(isCutOff ? [UInt64(node), Self.identity(value)] : identities)
    known[node] = (value, identity, changes)
    return (value, identity)
  }

  /// A transform that sets its own source.
  private func limit(_ node: Int, _ spec: NodeSpec) -> (value: Value, identity: UInt64) {
    let source = nodes[node].inputs[0]
    while !isDry, let lower = spec.lowered(cell(source).value, of: source) { isolated { change(source, lower) } }
    let (value, identity) = compute(source)
    return (value, Self.identity([UInt64(node), identity]))
  }

  private static func identity(_ parts: [UInt64]) -> UInt64 {
    var result: UInt64 = 0x9E37_79B9_7F4A_7C15
    for part in parts {
      result = (result ^ part) &* 0xff51_afd7_ed55_8ccd
      result ^= result >> 32
    }
    return result
  }

  private static func identity(_ value: Value) -> UInt64 {
    identity([UInt64(value.number)] + value.tags.indices.map { UInt64(UInt32(bitPattern: value.tags[$0])) })
  }

  /// Whether nodes are walked only to find their dependencies, and the sources that were reached.
  private var isDry = false
  private var reached: Set<Int> = []

  /// Runs code that is untracked and owns nothing.
  private func isolated(_ body: () -> Void) {
    let outer = (tracking, owner, isDry)
    (tracking, owner, isDry) = (nil, nil, false)
    depth += 1
    body()
    depth -= 1
    (tracking, owner, isDry) = outer
  }

  // MARK: Changing

  override func set(_ source: Int, _ tag: Int32) { change(source, Value(source: source, tag: tag)) }

  override func modify(_ source: Int) {
    change(source, Value(source: source, tag: cell(source).value.tags[source] % 9 + 1))
  }

  private func change(_ source: Int, _ value: Value) {
    lastVersion += 1
    changes += 1
    let cell = Cell(value: value, version: lastVersion)
    if transaction != nil {
      if transaction!.cells.updateValue(cell, forKey: source) == nil { transaction!.order.append(source) }
      return
    }
    invalidate([source])
    cells[source] = cell
    let enters = enter(source, value)
    if enters { isolated { deliver(source, value) } }
    finish()
  }

  /// Queues the observers that depend on some sources, before those change.
  private func invalidate(_ sources: [Int]) {
    isDry = true
    for (index, observer) in all.enumerated()
    where !observer.isDisposed && !observer.isQueued && !observer.isEvaluated {
      // As things are now: an observer that is not queued has seen them.
      reached.removeAll(keepingCapacity: true)
      known.removeAll(keepingCapacity: true)
      for seen in observer.seen { _ = compute(seen.node) }
      if !reached.isDisjoint(with: sources) { enqueue(index) }
    }
    isDry = false
  }

  private func enqueue(_ index: Int) {
    guard !all[index].isQueued, !all[index].isDisposed else { return }
    all[index].isQueued = true
    queue.append(index)
  }

  /// Returns whether the caller is to deliver the value.
  private func enter(_ source: Int, _ value: Value) -> Bool {
    guard direct[source].exists else { return false }
    if direct[source].isBusy {
      direct[source].queue.append(.value(value))
      return false
    }
    direct[source].isBusy = true
    return true
  }

  private func deliver(_ source: Int, _ value: Value) {
    for index in direct[source].subscribers { tell(index, value) }
    while !direct[source].queue.isEmpty {
      switch direct[source].queue.removeFirst() {
      case .value(let value): for index in direct[source].subscribers { tell(index, value) }
      case .insert(let index): direct[source].subscribers.append(index)
      }
    }
    direct[source].isBusy = false
  }

  private func tell(_ index: Int, _ value: Value) {
    let observer = all[index]
    guard !observer.isDisposed else { return }
    if observer.isJoining {
      observer.waiting.append(value)
    } else {
      receive(index, value, observer.spec)
    }
  }

  override func batch(_ body: () throws -> Void) throws {
    if let outer = transaction {
      do { return try body() } catch {
        restore(outer)
        throw error
      }
    }
    transaction = Transaction()
    do {
      try body()
      commit()
    } catch {
      rollBack()
      throw error
    }
  }

  /// Drops the writes of a nested batch. The end of the outermost batch notifies the observers that came in it.
  private func restore(_ outer: Transaction) {
    transaction!.misled += transaction!.newcomers[outer.newcomers.count...]
    (transaction!.cells, transaction!.order) = (outer.cells, outer.order)
    changes += 1
  }

  private func commit() {
    let written = transaction!
    transaction = nil
    for index in written.misled { enqueue(index) }
    invalidate(written.order)
    let deliveries = written.order.map { source -> (Int, Value, Bool) in
      let cell = written.cells[source]!
      cells[source] = cell
      return (source, cell.value, enter(source, cell.value))
    }
    if !written.order.isEmpty { changes += 1 }
    attach(written.directNewcomers) {
      for (source, value, enters) in deliveries where enters { deliver(source, value) }
    }
    finish()
  }

  private func rollBack() {
    let written = transaction!
    transaction = nil
    changes += 1
    for index in written.newcomers { enqueue(index) }
    // The body of an effect may have read a value that was rolled back.
    if let tracking, written.isRead { enqueue(tracking) }
    attach(written.directNewcomers) {}
    finish()
  }

  // MARK: Reading

  override func read(_ node: Int) -> Value {
    guard let tracking else {
      let value = evaluate(node).value
      // A transform may have set its source.
      finish()
      return value
    }
    if transaction?.order.isEmpty == false { transaction!.isRead = true }
    let result = evaluate(node)
    if !all[tracking].seen.contains(where: { $0.node == node }) {
      all[tracking].seen.append((node, result.identity))
    }
    return result.value
  }

  override func derive(_ spec: NodeSpec, isKept: Bool) -> Int {
    let inputs = spec.kind == .limit ? [spec.inputs[0] % sources] : spec.inputs.map(resolve)
    nodes.append(Node(spec: spec, inputs: inputs))
    return nodes.count - 1
  }

  // MARK: Observers

  override func subscribe(_ index: Int, to node: Int, _ spec: ObserverSpec) {
    let observer = Observer(spec, [node])
    all.append(observer)
    if nodes[node].spec == nil {
      join(index, node)
    } else {
      observer.seen = [(node, 0)]
      isolated { notify(index) }
    }
    finish()
  }

  private func join(_ index: Int, _ source: Int) {
    let observer = all[index]
    if let written = transaction?.cells[source] {
      transaction!.directNewcomers.append((index, source, written.version))
      return isolated { receive(index, written.value, observer.spec) }
    }
    insert(index, source)
    isolated {
      receive(index, cells[source].value, observer.spec)
      receiveWaiting(index)
    }
  }

  private func insert(_ index: Int, _ source: Int) {
    all[index].isJoining = true
    direct[source].exists = true
    if direct[source].isBusy {
      direct[source].queue.append(.insert(index))
    } else {
      direct[source].subscribers.append(index)
    }
  }

  private func receiveWaiting(_ index: Int) {
    let observer = all[index]
    while !observer.waiting.isEmpty {
      let value = observer.waiting.removeFirst()
      if !observer.isDisposed { receive(index, value, observer.spec) }
    }
    observer.isJoining = false
  }

  /// Attaches the direct subscribers of a batch. After `deliver` they receive the values that they have missed.
  private func attach(_ newcomers: [(observer: Int, source: Int, version: UInt64)], before deliver: () -> Void) {
    isolated {
      let missed = newcomers.map { index, source, version in
        insert(index, source)
        return cells[source].version == version ? nil : cells[source].value
      }
      deliver()
      for ((index, _, _), value) in zip(newcomers, missed) {
        if let value, !all[index].isDisposed { receive(index, value, all[index].spec) }
        receiveWaiting(index)
      }
    }
  }

  override func startEffect(_ index: Int, reading nodes: [Int], _ spec: ObserverSpec) {
    all.append(Observer(spec, nodes))
    if let owner { all[owner].children.append(index) }
    if let owner, all[owner].isDisposed { dispose(index) }
    isolated { runBody(index) }
    finish()
  }

  override func dispose(_ index: Int) {
    let observer = all[index]
    guard !observer.isDisposed else { return }
    observer.isDisposed = true
    let children = observer.children
    observer.children = []
    for child in children { dispose(child) }
    finish()
  }

  /// Brings an observer up to date.
  private func notify(_ index: Int) {
    let observer = all[index]
    guard !observer.isDisposed else { return }
    if observer.spec.isEffect {
      if observer.seen.contains(where: { evaluate($0.node).identity != $0.identity }) { runBody(index) }
    } else {
      observer.isEvaluated = true
      let (value, identity) = evaluate(observer.nodes[0])
      observer.isEvaluated = false
      guard !observer.isDisposed, identity != observer.seen[0].identity else { return }
      observer.seen[0].identity = identity
      noteNewcomer(index)
      receive(index, value, observer.spec)
    }
  }

  private func runBody(_ index: Int) {
    let observer = all[index]
    guard !observer.isDisposed else { return }
    let children = observer.children
    observer.children = []
    for child in children { dispose(child) }
    guard !observer.isDisposed else { return }
    observer.seen = []
    noteNewcomer(index)
    (tracking, owner) = (index, index)
    runEffect(index, reading: observer.nodes, observer.spec)
    (tracking, owner) = (nil, nil)
    if observer.isDisposed {
      let children = observer.children
      observer.children = []
      for child in children { dispose(child) }
    }
  }

  /// Records an observer that may have received a value that is rolled back later.
  private func noteNewcomer(_ index: Int) {
    if let count = transaction?.order.count, count > 0 { transaction!.newcomers.append(index) }
  }

  /// Notifies in rounds, and in each in the order of subscription.
  private func finish() {
    guard depth == 0, transaction == nil else { return }
    while !queue.isEmpty {
      let round = queue.sorted()
      queue = []
      for index in round {
        all[index].isQueued = false
        isolated { notify(index) }
      }
    }
  }
}
