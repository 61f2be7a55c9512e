/// State that is derived by hand as one writes it who knows the algorithm of ``DirtyNode`` and counts no instructions: class objects and arrays.
/// One thread, no locks: that is the guard of everything that is unchecked here.
class ObjectNode: @unchecked Sendable {
  fileprivate enum State { case clean, check, dirty }

  /// A node unlinks itself when it is released, so nobody finds one that is gone.
  fileprivate struct Observer {
    unowned(unsafe) let node: ObjectNode
  }

  fileprivate var state: State
  fileprivate let isEffect: Bool
  fileprivate var sources: [ObjectNode] = []
  fileprivate var observers: [Observer] = []

  /// The last run that read this.
  private var readIn = 0

  /// Computes the value anew, and says whether it is another one. A closure and no method: overrides in generic classes run unspecialised.
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

  /// Takes note that whoever runs reads this. Its list of what it reads is compared with what it read before, and cut where they differ.
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

/// What all nodes share.
enum Objects {
  fileprivate nonisolated(unsafe) static var queue: [ObjectNode] = []
  private nonisolated(unsafe) static var batches = 0

  /// Whose closure runs, the number of that run, and how many reads it has made.
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

  /// Runs the effects that were marked. What an effect sets is told by whoever runs it.
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

/// A node with a value, which is a source if it has nothing to compute.
final class ObjectCell<Value: Equatable & Sendable>: ObjectNode, DirtyValue, @unchecked Sendable {
  private var stored: Value?

  init(_ value: Value) {
    stored = value
    super.init(.clean, isEffect: false, isTracked: false) { _ in false }
  }

  /// Computes from what it reads with `value`.
  init(tracking compute: @escaping @Sendable () -> Value) {
    super.init(.dirty, isEffect: false, isTracked: true, Self.update(compute))
  }

  /// Computes from these, which it reads with `present`.
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

  /// Read and noted by whoever computes.
  var value: Value {
    track()
    return present
  }

  /// Read only.
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

/// What runs now and whenever something that it needs has changed, until it is released.
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
