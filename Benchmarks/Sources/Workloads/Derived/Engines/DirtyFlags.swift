/// Derived state by hand: class objects with the states clean, check and dirty.
///
/// Setting marks the dependents; reading recomputes them if needed. A closure captures the nodes that it reads, so
/// edges do not retain them. Guarded by: a single thread, without locks.
class DirtyNode: @unchecked Sendable {
  fileprivate enum State: UInt8 { case clean, check, dirty }

  /// One end of an edge: the node at the other end, and the edge's index in its list.
  fileprivate struct Edge {
    let node: Unmanaged<DirtyNode>
    var place: Int
  }

  @exclusivity(unchecked) fileprivate var state: State
  fileprivate let isEffect: Bool
  @exclusivity(unchecked) fileprivate var sources: [Edge] = []
  @exclusivity(unchecked) fileprivate var observers: [Edge] = []

  /// The next marked effect.
  @exclusivity(unchecked) fileprivate var next: Unmanaged<DirtyNode>?

  /// The last run that read this node.
  @exclusivity(unchecked) private var readIn = 0

  /// Recomputes the value, and returns whether it has changed. It is a closure and not a method, because overrides in
  /// generic classes run unspecialized.
  private let update: (DirtyNode) -> Bool
  private let isTracked: Bool

  fileprivate init(_ state: State, isEffect: Bool, isTracked: Bool, _ update: @escaping (DirtyNode) -> Bool) {
    self.state = state
    self.isEffect = isEffect
    self.isTracked = isTracked
    self.update = update
  }

  deinit {
    unlink(from: 0)
    if isEffect, state != .clean { Dirty.removeFromQueue(self) }
  }

  // MARK: Marking

  fileprivate final func tellObservers(_ state: State) {
    var index = 0
    while index < observers.count {
      observers[index].node._withUnsafeGuaranteedRef { $0.mark(state) }
      index += 1
    }
  }

  private final func mark(_ new: State) {
    let old = state
    guard old.rawValue < new.rawValue else { return }
    state = new
    guard old == .clean else { return }
    if isEffect { Dirty.addToQueue(self) } else { tellObservers(.check) }
  }

  // MARK: Computing

  fileprivate final func refresh() {
    if state == .check {
      var index = 0
      while index < sources.count, state == .check {
        sources[index].node._withUnsafeGuaranteedRef { if $0.state != .clean { $0.refresh() } }
        index += 1
      }
    }
    if state == .dirty, isTracked ? updateTracked() : update(self) {
      var index = 0
      while index < observers.count {
        observers[index].node._withUnsafeGuaranteedRef { $0.state = .dirty }
        index += 1
      }
    }
    state = .clean
  }

  private final func updateTracked() -> Bool {
    let outer = (Dirty.reader, Dirty.run, Dirty.place)
    Dirty.runs += 1
    (Dirty.reader, Dirty.run, Dirty.place) = (.passUnretained(self), Dirty.runs, 0)
    let isChanged = update(self)
    if Dirty.place < sources.count { unlink(from: Dirty.place) }
    (Dirty.reader, Dirty.run, Dirty.place) = outer
    return isChanged
  }

  // MARK: Edges

  /// Records that the running closure reads this node.
  ///
  /// The closure's reads are compared with those of its previous run in order; the old edges are cut from the first
  /// difference on.
  @inline(__always)
  fileprivate final func track() {
    guard let reader = Dirty.reader, readIn != Dirty.run else { return }
    readIn = Dirty.run
    let place = Dirty.place
    Dirty.place = place + 1
    reader._withUnsafeGuaranteedRef { reader in
      if place < reader.sources.count {
        if reader.sources[place].node.toOpaque() == Unmanaged.passUnretained(self).toOpaque() { return }
        reader.unlink(from: place)
      }
      reader.link(self)
    }
  }

  fileprivate final func link(_ source: DirtyNode) {
    sources.append(Edge(node: .passUnretained(source), place: source.observers.count))
    source.observers.append(Edge(node: .passUnretained(self), place: sources.count - 1))
  }

  private final func unlink(from first: Int) {
    while sources.count > first {
      let edge = sources.removeLast()
      edge.node._withUnsafeGuaranteedRef { source in
        // Moves the last observer to the free index.
        let moved = source.observers.removeLast()
        guard edge.place < source.observers.count else { return }
        source.observers[edge.place] = moved
        moved.node._withUnsafeGuaranteedRef { $0.sources[moved.place].place = edge.place }
      }
    }
  }
}

/// The state shared by all nodes.
enum Dirty {
  /// The marked effects, as a list linked through the effects.
  ///
  /// An array would check its bounds and uniqueness at every access.
  @exclusivity(unchecked) private nonisolated(unsafe) static var first: Unmanaged<DirtyNode>?
  @exclusivity(unchecked) private nonisolated(unsafe) static var last: Unmanaged<DirtyNode>?
  @exclusivity(unchecked) private nonisolated(unsafe) static var batches = 0

  /// The node whose closure is running, the number of that run, and the number of its reads.
  @exclusivity(unchecked) fileprivate nonisolated(unsafe) static var reader: Unmanaged<DirtyNode>?
  @exclusivity(unchecked) fileprivate nonisolated(unsafe) static var run = 0
  @exclusivity(unchecked) fileprivate nonisolated(unsafe) static var place = 0
  @exclusivity(unchecked) fileprivate nonisolated(unsafe) static var runs = 0

  static func batch(_ body: () -> Void) {
    batches += 1
    body()
    batches -= 1
    flush()
  }

  fileprivate static func addToQueue(_ effect: DirtyNode) {
    let effect = Unmanaged.passUnretained(effect)
    if let last { last._withUnsafeGuaranteedRef { $0.next = effect } } else { first = effect }
    last = effect
  }

  fileprivate static func removeFromQueue(_ effect: DirtyNode) {
    var others: [Unmanaged<DirtyNode>] = []
    while let other = takeFromQueue() {
      if other.toOpaque() != Unmanaged.passUnretained(effect).toOpaque() { others.append(other) }
    }
    for other in others { other._withUnsafeGuaranteedRef { addToQueue($0) } }
  }

  private static func takeFromQueue() -> Unmanaged<DirtyNode>? {
    guard let effect = first else { return nil }
    first = effect._withUnsafeGuaranteedRef { node in
      defer { node.next = nil }
      return node.next
    }
    if first == nil { last = nil }
    return effect
  }

  /// Runs the marked effects. A set inside an effect is propagated by the outer flush.
  fileprivate static func flush() {
    guard batches == 0, first != nil else { return }
    batches += 1
    while let effect = takeFromQueue() { effect._withUnsafeGuaranteedRef { $0.refresh() } }
    batches -= 1
  }
}

/// A node with a value; without a closure it is a source.
final class DirtyCell<Value: Equatable & Sendable>: DirtyNode, DirtyValue, @unchecked Sendable {
  @exclusivity(unchecked) private var stored: Value?

  init(_ value: Value) {
    stored = value
    super.init(.clean, isEffect: false, isTracked: false) { _ in false }
  }

  /// Computes from the nodes that the closure reads with `value`.
  init(tracking compute: @escaping @Sendable () -> Value) {
    super.init(.dirty, isEffect: false, isTracked: true, Self.update(compute))
  }

  /// Computes from fixed inputs, which the closure reads with `present`.
  init(_ inputs: [DirtyNode], _ compute: @escaping @Sendable () -> Value) {
    super.init(.dirty, isEffect: false, isTracked: false, Self.update(compute))
    for input in inputs { link(input) }
  }

  @inline(__always)
  private static func update(_ compute: @escaping @Sendable () -> Value) -> (DirtyNode) -> Bool {
    { node in
      let cell = unsafeDowncast(node, to: DirtyCell<Value>.self)
      let value = compute()
      if cell.stored == value { return false }
      cell.stored = value
      return true
    }
  }

  var base: DirtyNode { self }

  /// The value, with tracking by the running closure.
  @inline(__always) var value: Value {
    track()
    return present
  }

  /// The value, without tracking.
  @inline(__always) var present: Value {
    if state != .clean { refresh() }
    return stored.unsafelyUnwrapped
  }

  func set(_ value: Value) {
    if stored == value { return }
    stored = value
    tellObservers(.dirty)
    Dirty.flush()
  }
}

/// An effect: runs now and after each change of its inputs, until it is released.
final class DirtyEffect: DirtyNode, DirtyObserver, @unchecked Sendable {
  init(tracking body: @escaping @Sendable () -> Void) {
    super.init(.dirty, isEffect: true, isTracked: true, Self.update(body))
    refresh()
  }

  init(_ inputs: [DirtyNode], _ body: @escaping @Sendable () -> Void) {
    super.init(.dirty, isEffect: true, isTracked: false, Self.update(body))
    for input in inputs { link(input) }
    refresh()
  }

  @inline(__always)
  private static func update(_ body: @escaping @Sendable () -> Void) -> (DirtyNode) -> Bool {
    { _ in
      body()
      return false
    }
  }
}
