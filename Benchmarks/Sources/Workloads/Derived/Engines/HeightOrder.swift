/// State that is derived by hand: class objects with fixed inputs, which are recomputed when something is set, the nearest to the sources first, whether anybody
/// reads them or not. One thread, no locks: that is the guard of everything that is unchecked here.
class PushNode: @unchecked Sendable {
  private struct Edge {
    let node: Unmanaged<PushNode>
    /// The place of the edge in the list of the other node.
    var place: Int
  }

  private let height: Int
  @exclusivity(unchecked) private var inputs: [Edge] = []
  @exclusivity(unchecked) private var observers: [Edge] = []

  /// The next one that waits to be recomputed, of those as high as this.
  @exclusivity(unchecked) fileprivate var next: Unmanaged<PushNode>?
  @exclusivity(unchecked) fileprivate var isQueued = false

  /// Computes the value anew, and says whether it is another one. What it reads it captures, so edges keep nothing alive.
  fileprivate let update: (PushNode) -> Bool

  fileprivate init(_ inputs: [PushNode], _ update: @escaping (PushNode) -> Bool) {
    height = 1 + (inputs.lazy.map(\.height).max() ?? -1)
    self.update = update
    for input in inputs {
      self.inputs.append(Edge(node: .passUnretained(input), place: input.observers.count))
      input.observers.append(Edge(node: .passUnretained(self), place: self.inputs.count - 1))
    }
  }

  deinit {
    while let edge = inputs.popLast() {
      edge.node._withUnsafeGuaranteedRef { input in
        // The last observer takes the place.
        let moved = input.observers.removeLast()
        guard edge.place < input.observers.count else { return }
        input.observers[edge.place] = moved
        moved.node._withUnsafeGuaranteedRef { $0.inputs[moved.place].place = edge.place }
      }
    }
    if isQueued { Push.remove(self, height) }
  }

  fileprivate final func queueObservers() {
    var index = 0
    while index < observers.count {
      observers[index].node._withUnsafeGuaranteedRef { if !$0.isQueued { Push.add($0, $0.height) } }
      index += 1
    }
  }
}

/// What all nodes share.
enum Push {
  /// For each height the nodes that wait; none lower than `lowest` do.
  @exclusivity(unchecked) private nonisolated(unsafe) static var queues: [Unmanaged<PushNode>?] = []
  @exclusivity(unchecked) private nonisolated(unsafe) static var lowest = 0
  @exclusivity(unchecked) private nonisolated(unsafe) static var waiting = 0
  @exclusivity(unchecked) private nonisolated(unsafe) static var batches = 0

  static func batch(_ body: () -> Void) {
    batches += 1
    body()
    batches -= 1
    flush()
  }

  fileprivate static func add(_ node: PushNode, _ height: Int) {
    node.isQueued = true
    while queues.count <= height { queues.append(nil) }
    node.next = queues[height]
    queues[height] = .passUnretained(node)
    lowest = min(lowest, height)
    waiting += 1
  }

  fileprivate static func remove(_ node: PushNode, _ height: Int) {
    let this = Unmanaged.passUnretained(node).toOpaque()
    var before: PushNode?
    var other = queues[height]?.takeUnretainedValue()
    while let now = other, Unmanaged.passUnretained(now).toOpaque() != this {
      (before, other) = (now, now.next?.takeUnretainedValue())
    }
    if let before { before.next = node.next } else { queues[height] = node.next }
    waiting -= 1
  }

  /// Recomputes what waits. What an effect sets is recomputed by whoever runs it.
  fileprivate static func flush() {
    guard batches == 0 else { return }
    batches += 1
    while waiting > 0 {
      guard let first = queues[lowest] else {
        lowest += 1
        continue
      }
      first._withUnsafeGuaranteedRef { node in
        queues[lowest] = node.next
        node.isQueued = false
        waiting -= 1
        if node.update(node) { node.queueObservers() }
      }
    }
    batches -= 1
  }
}

/// A node with a value, which is a source if it has no inputs.
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

/// What runs now and whenever one of its inputs has changed, until it is released.
final class PushEffect: PushNode, @unchecked Sendable {
  init(_ inputs: [PushNode], _ body: @escaping @Sendable () -> Void) {
    super.init(inputs) { _ in
      body()
      return false
    }
    body()
  }
}
