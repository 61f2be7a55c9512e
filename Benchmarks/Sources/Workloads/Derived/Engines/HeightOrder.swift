/// Derived state by hand: class objects with fixed inputs, all recomputed after a set in the order of their heights.
///
/// Nodes without readers are recomputed, too. Guarded by: a single thread, without locks.
class PushNode: @unchecked Sendable {
  private struct Edge {
    let node: Unmanaged<PushNode>
    /// The index of the edge in the other node's list.
    var place: Int
  }

  private let level: Level
  @exclusivity(unchecked) private var inputs: [Edge] = []
  @exclusivity(unchecked) private var observers: [Edge] = []

  /// The next queued node of the same height.
  @exclusivity(unchecked) fileprivate var next: Unmanaged<PushNode>?
  @exclusivity(unchecked) fileprivate var isQueued = false

  /// Recomputes the value, and returns whether it has changed. The closure captures its inputs, so edges do not retain
  /// them.
  fileprivate let update: (PushNode) -> Bool

  fileprivate init(_ inputs: [PushNode], _ update: @escaping (PushNode) -> Bool) {
    level = inputs.lazy.map(\.level).max { $0.height < $1.height }?.next() ?? .ofSources
    self.update = update
    for input in inputs {
      self.inputs.append(Edge(node: .passUnretained(input), place: input.observers.count))
      input.observers.append(Edge(node: .passUnretained(self), place: self.inputs.count - 1))
    }
  }

  deinit {
    while let edge = inputs.popLast() {
      edge.node._withUnsafeGuaranteedRef { input in
        // Moves the last observer to the free index.
        let moved = input.observers.removeLast()
        guard edge.place < input.observers.count else { return }
        input.observers[edge.place] = moved
        moved.node._withUnsafeGuaranteedRef { $0.inputs[moved.place].place = edge.place }
      }
    }
    if isQueued { Push.remove(self, from: level) }
  }

  fileprivate final func queueObservers() {
    var index = 0
    while index < observers.count {
      observers[index].node._withUnsafeGuaranteedRef { if !$0.isQueued { Push.add($0, to: $0.level) } }
      index += 1
    }
  }
}

/// The queued nodes of one height, as a list linked through the nodes.
///
/// An array would check its bounds and uniqueness at every access.
private final class Level: @unchecked Sendable {
  static let ofSources = Level(height: 0)

  let height: Int
  @exclusivity(unchecked) var first: Unmanaged<PushNode>?
  @exclusivity(unchecked) private(set) var above: Level?

  private init(height: Int) { self.height = height }

  func next() -> Level {
    if let above { return above }
    let new = Level(height: height + 1)
    above = new
    return new
  }
}

/// The state shared by all nodes.
enum Push {
  /// No level below this one has queued nodes.
  @exclusivity(unchecked) private nonisolated(unsafe) static var lowest: Unmanaged<Level>?
  @exclusivity(unchecked) private nonisolated(unsafe) static var waiting = 0
  @exclusivity(unchecked) private nonisolated(unsafe) static var batches = 0

  static func batch(_ body: () -> Void) {
    batches += 1
    body()
    batches -= 1
    flush()
  }

  fileprivate static func add(_ node: PushNode, to level: Level) {
    node.isQueued = true
    node.next = level.first
    level.first = .passUnretained(node)
    if waiting == 0 || level.height < lowest.unsafelyUnwrapped._withUnsafeGuaranteedRef({ $0.height }) {
      lowest = .passUnretained(level)
    }
    waiting += 1
  }

  fileprivate static func remove(_ node: PushNode, from level: Level) {
    let this = Unmanaged.passUnretained(node).toOpaque()
    var others: [Unmanaged<PushNode>] = []
    while let other = level.first {
      if other.toOpaque() != this { others.append(other) }
      level.first = other._withUnsafeGuaranteedRef { $0.next }
    }
    waiting -= others.count + 1
    for other in others { other._withUnsafeGuaranteedRef { add($0, to: level) } }
  }

  /// Recomputes the queued nodes. A set inside an effect is propagated by the outer flush.
  fileprivate static func flush() {
    guard batches == 0 else { return }
    batches += 1
    while waiting > 0 {
      lowest.unsafelyUnwrapped._withUnsafeGuaranteedRef { level in
        guard let first = level.first else {
          lowest = level.above.map { .passUnretained($0) }
          return
        }
        first._withUnsafeGuaranteedRef { node in
          level.first = node.next
          node.isQueued = false
          waiting -= 1
          if node.update(node) { node.queueObservers() }
        }
      }
    }
    batches -= 1
  }
}

/// A node with a value; without inputs it is a source.
final class PushCell<Value: Equatable & Sendable>: PushNode, @unchecked Sendable {
  @exclusivity(unchecked) private(set) var value: Value

  init(_ value: Value) {
    self.value = value
    super.init([]) { _ in false }
  }

  init(_ inputs: [PushNode], _ compute: @escaping @Sendable () -> Value) {
    value = compute()
    super.init(inputs) { node in
      let cell = unsafeDowncast(node, to: PushCell<Value>.self)
      let value = compute()
      if cell.value == value { return false }
      cell.value = value
      return true
    }
  }

  func set(_ value: Value) {
    if self.value == value { return }
    self.value = value
    queueObservers()
    Push.flush()
  }
}

/// An effect: runs now and after each change of its inputs, until it is released.
final class PushEffect: PushNode, @unchecked Sendable {
  init(_ inputs: [PushNode], _ body: @escaping @Sendable () -> Void) {
    super.init(inputs) { _ in
      body()
      return false
    }
    body()
  }
}
