/// Derived state by hand with the algorithm of ``DirtyNode``, written plainly with class objects and arrays.
///
/// Guarded by: a single thread, without locks.
class ObjectNode: @unchecked Sendable {
  fileprivate enum State { case clean, check, dirty }

  /// A node unlinks itself when it is released, so the reference never dangles.
  fileprivate struct Observer {
    unowned(unsafe) let node: ObjectNode
  }

  fileprivate var state: State
  fileprivate let isEffect: Bool
  fileprivate var sources: [ObjectNode] = []
  fileprivate var observers: [Observer] = []

  /// The last run that read this node.
  private var readIn = 0

  /// Recomputes the value, and returns whether it has changed. It is a closure and not a method, because overrides in
  /// generic classes run unspecialized.
  private let update: (ObjectNode) -> Bool
  private let isTracked: Bool

  fileprivate init(_ state: State, isEffect: Bool, isTracked: Bool, _ update: @escaping (ObjectNode) -> Bool) {
    self.state = state
    self.isEffect = isEffect
    self.isTracked = isTracked
    self.update = update
  }

  deinit { unlink(from: 0) }

  // MARK: Marking

  fileprivate final func tellObservers(_ state: State) {
    for observer in observers { observer.node.mark(state) }
  }

  private final func mark(_ new: State) {
    let old = state
    if old == .dirty || old == new { return }
    state = new
    guard old == .clean else { return }
    if isEffect { Objects.queue.append(self) } else { tellObservers(.check) }
  }

  // MARK: Computing

  fileprivate final func refresh() {
    if state == .check {
      for source in sources {
        source.refresh()
        if state == .dirty { break }
      }
    }
    if state == .dirty, isTracked ? updateTracked() : update(self) {
      for observer in observers { observer.node.state = .dirty }
    }
    state = .clean
  }

  private final func updateTracked() -> Bool {
    let outer = (Objects.reader, Objects.run, Objects.place)
    Objects.runs += 1
    (Objects.reader, Objects.run, Objects.place) = (self, Objects.runs, 0)
    let isChanged = update(self)
    unlink(from: Objects.place)
    (Objects.reader, Objects.run, Objects.place) = outer
    return isChanged
  }

  // MARK: Edges

  /// Records that the running closure reads this node.
  ///
  /// The closure's reads are compared with those of its previous run; the old edges are cut from the first difference
  /// on.
  fileprivate final func track() {
    guard let reader = Objects.reader, readIn != Objects.run else { return }
    readIn = Objects.run
    let place = Objects.place
    Objects.place += 1
    if place < reader.sources.count {
      if reader.sources[place] === self { return }
      reader.unlink(from: place)
    }
    reader.link(self)
  }

  fileprivate final func link(_ source: ObjectNode) {
    sources.append(source)
    source.observers.append(Observer(node: self))
  }

  private final func unlink(from first: Int) {
    while sources.count > first {
      let source = sources.removeLast()
      guard let place = source.observers.lastIndex(where: { $0.node === self }) else { continue }
      source.observers.swapAt(place, source.observers.count - 1)
      source.observers.removeLast()
    }
  }
}

/// The state shared by all nodes.
enum Objects {
  fileprivate nonisolated(unsafe) static var queue: [ObjectNode] = []
  private nonisolated(unsafe) static var batches = 0

  /// The node whose closure is running, the number of that run, and the number of its reads.
  fileprivate nonisolated(unsafe) static var reader: ObjectNode?
  fileprivate nonisolated(unsafe) static var run = 0
  fileprivate nonisolated(unsafe) static var place = 0
  fileprivate nonisolated(unsafe) static var runs = 0

  static func batch(_ body: () -> Void) {
    batches += 1
    body()
    batches -= 1
    flush()
  }

  /// Runs the marked effects. A set inside an effect is propagated by the outer flush.
  fileprivate static func flush() {
    guard batches == 0 else { return }
    batches += 1
    var next = 0
    while next < queue.count {
      queue[next].refresh()
      next += 1
    }
    queue.removeAll(keepingCapacity: true)
    batches -= 1
  }
}

/// A node with a value; without a closure it is a source.
final class ObjectCell<Value: Equatable & Sendable>: ObjectNode, DirtyValue, @unchecked Sendable {
  private var stored: Value?

  init(_ value: Value) {
    stored = value
    super.init(.clean, isEffect: false, isTracked: false) { _ in false }
  }

  /// Computes from the nodes that the closure reads with `value`.
  init(tracking compute: @escaping @Sendable () -> Value) {
    super.init(.dirty, isEffect: false, isTracked: true, Self.update(compute))
  }

  /// Computes from fixed inputs, which the closure reads with `present`.
  init(_ inputs: [ObjectNode], _ compute: @escaping @Sendable () -> Value) {
    super.init(.dirty, isEffect: false, isTracked: false, Self.update(compute))
    for input in inputs { link(input) }
  }

  private static func update(_ compute: @escaping @Sendable () -> Value) -> (ObjectNode) -> Bool {
    { node in
      let cell = unsafeDowncast(node, to: ObjectCell<Value>.self)
      let value = compute()
      if cell.stored == value { return false }
      cell.stored = value
      return true
    }
  }

  var base: ObjectNode { self }

  /// The value, with tracking by the running closure.
  var value: Value {
    track()
    return present
  }

  /// The value, without tracking.
  var present: Value {
    refresh()
    return stored!
  }

  func set(_ value: Value) {
    if stored == value { return }
    stored = value
    tellObservers(.dirty)
    Objects.flush()
  }
}

/// An effect: runs now and after each change of its inputs, until it is released.
final class ObjectEffect: ObjectNode, DirtyObserver, @unchecked Sendable {
  init(tracking body: @escaping @Sendable () -> Void) {
    super.init(.dirty, isEffect: true, isTracked: true, Self.update(body))
    refresh()
  }

  init(_ inputs: [ObjectNode], _ body: @escaping @Sendable () -> Void) {
    super.init(.dirty, isEffect: true, isTracked: false, Self.update(body))
    for input in inputs { link(input) }
    refresh()
  }

  private static func update(_ body: @escaping @Sendable () -> Void) -> (ObjectNode) -> Bool {
    { _ in
      body()
      return false
    }
  }
}
