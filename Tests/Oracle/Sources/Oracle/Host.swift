/// Where a program runs: on the library, or on the model.
///
/// Handlers are part of the program, so both hosts run the same code here. Only the host's own actions are compared.
class Host {
  /// An observable action of a host.
  enum Event: Equatable, CustomStringConvertible {
    case received(Int, Value)
    case read(Value)

    var description: String {
      switch self {
      case .received(let observer, let value): "o\(observer) received \(value)"
      case .read(let value): "read \(value)"
      }
    }
  }

  private struct Thrown: Error {}

  let sources: Int
  var events: [Event] = []

  /// The nodes that steps can choose. The sources are the first.
  var visible: [Int]

  private let reactions: Int

  /// How often handlers may still react.
  private var fuel = 0
  private var observers = 0

  /// The observers that are being made: they have no handle yet by which they could be disposed.
  private var unfinished: Set<Int> = []

  init(_ program: Program) {
    sources = program.sources
    reactions = program.reactions
    visible = Array(0..<program.sources)
  }

  // MARK: The actions of a host

  func set(_ source: Int, _ tag: Int32) { fatalError("abstract") }
  func modify(_ source: Int) { fatalError("abstract") }
  func read(_ node: Int) -> Value { fatalError("abstract") }
  func batch(_ body: () throws -> Void) throws { fatalError("abstract") }

  /// Makes a node, and returns its number.
  func derive(_ spec: NodeSpec, isKept: Bool) -> Int { fatalError("abstract") }
  func subscribe(_ observer: Int, to node: Int, _ spec: ObserverSpec) { fatalError("abstract") }
  func startEffect(_ observer: Int, reading nodes: [Int], _ spec: ObserverSpec) { fatalError("abstract") }
  func dispose(_ observer: Int) { fatalError("abstract") }

  /// From now on only the observer keeps the node.
  func forget(_ node: Int) {}

  // MARK: Programs

  /// Runs a step of the program, and returns the events.
  func run(top step: Step) -> [Event] {
    fuel = reactions
    run(step)
    defer { events = [] }
    return events
  }

  func run(_ step: Step) {
    switch step {
    case .set(let source, let tag): set(source % sources, tag)
    case .modify(let source): modify(source % sources)
    case .read(let node): events.append(.read(read(resolve(node))))
    case .batch(let steps, let isThrowing):
      try? batch {
        for step in steps { run(step) }
        if isThrowing { throw Thrown() }
      }
    case .observe(let spec): observe(spec)
    case .dispose(let observer):
      guard observers > 0, !unfinished.contains(observer % observers) else { return }
      dispose(observer % observers)
    case .derive(let spec): visible.append(derive(spec, isKept: true))
    }
  }

  func resolve(_ node: Int) -> Int { visible[node % visible.count] }

  private func observe(_ spec: ObserverSpec) {
    let observer = observers
    observers += 1
    unfinished.insert(observer)
    defer { unfinished.remove(observer) }
    var nodes = spec.nodes.map(resolve)
    let fresh = spec.fresh.map { derive($0, isKept: false) }
    if let fresh { nodes[0] = fresh }
    if spec.isEffect {
      startEffect(observer, reading: nodes, spec)
    } else {
      subscribe(observer, to: nodes[0], spec)
    }
    if let fresh, !spec.isEffect { forget(fresh) }
  }

  /// A handler.
  func receive(_ observer: Int, _ value: Value, _ spec: ObserverSpec) {
    events.append(.received(observer, value))
    react(value, spec)
  }

  /// The body of an effect.
  func runEffect(_ observer: Int, reading nodes: [Int], _ spec: ObserverSpec) {
    let value = Value.combine(nodes.map(read), 1)
    events.append(.received(observer, value))
    react(value, spec)
  }

  private func react(_ value: Value, _ spec: ObserverSpec) {
    guard !spec.reaction.isEmpty, value.number % spec.divisor == 0, fuel > 0 else { return }
    fuel -= 1
    for step in spec.reaction { run(step) }
  }
}
