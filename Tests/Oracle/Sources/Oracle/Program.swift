/// How a node is made of others. Its inputs are numbers that are taken modulo the number of nodes there are, so every
/// part of a program can be left out of it.
struct NodeSpec: Sendable, CustomStringConvertible {
  enum Kind: String, Sendable, CaseIterable {
    case map, object, pair, three, many, tracked, choosing, flatMap, remainder, distinct
    /// A transform that sets its own source until it is small enough.
    case limit
  }

  var kind: Kind
  var inputs: [Int]
  var parameter: Int

  /// The result of the closure. Reads its inputs in order, by their position.
  func result(_ input: (Int) -> Value) -> Value {
    switch kind {
    case .map, .object: return Value.map(input(0), parameter)
    case .pair: return Value.combine([input(0), input(1)], parameter)
    case .three: return Value.combine([input(0), input(1), input(2)], parameter)
    case .many, .tracked: return Value.combine(inputs.indices.map(input), parameter)
    case .choosing:
      let first = input(0)
      if first.isEven { return Value.combine([first, input(1)], parameter) }
      return Value.combine([first, input(2), input(1)], parameter &+ 1)
    case .flatMap:
      let first = input(0)
      return Value.combine([first, input(first.isEven ? 1 : 2)], parameter &+ (first.isEven ? 0 : 1))
    case .remainder: return Value(Value.remainder(input(0), parameter), Value.none)
    case .distinct, .limit: return input(0)
    }
  }

  var description: String { "\(kind)(\(inputs.map { "\($0)" }.joined(separator: ",")); \(parameter))" }
}

/// An observer that a program adds.
struct ObserverSpec: Sendable, CustomStringConvertible {
  /// A subscription to one node, or an effect that reads several.
  var isEffect = false
  var nodes: [Int]

  /// A node that only the observer keeps.
  var fresh: NodeSpec?

  /// The steps of its reaction to every value that the divisor divides.
  var divisor = 1
  var reaction: [Step] = []

  var description: String {
    let what = fresh.map { "\($0)" } ?? nodes.map { "n\($0)" }.joined(separator: ",")
    let reaction = reaction.isEmpty ? "" : " { if %\(divisor): \(reaction.map(\.description).joined(separator: "; ")) }"
    return "\(isEffect ? "effect" : "subscribe")(\(what))\(reaction)"
  }
}

/// One step of a program, at its top, in a batch, or in a handler.
indirect enum Step: Sendable, CustomStringConvertible {
  case set(Int, Int32)
  case modify(Int)
  case read(Int)
  case batch([Step], isThrowing: Bool)
  case observe(ObserverSpec)
  case dispose(Int)
  case derive(NodeSpec)

  var description: String {
    switch self {
    case .set(let source, let tag): "s\(source)=\(tag)"
    case .modify(let source): "s\(source)+=1"
    case .read(let node): "read n\(node)"
    case .batch(let steps, let isThrowing):
      "batch { \(steps.map(\.description).joined(separator: "; ")) }\(isThrowing ? " throws" : "")"
    case .observe(let spec): "\(spec)"
    case .dispose(let observer): "dispose \(observer)"
    case .derive(let spec): "derive \(spec)"
    }
  }
}

/// A random program for one thread.
struct Program: Sendable, CustomStringConvertible {
  var sources: Int

  /// Whether all sources are of one graph from the start.
  ///
  /// Otherwise handlers do nothing else than receive, since no order is promised between graphs. Then the order of
  /// events of different observers is not compared.
  var isConnected: Bool
  var steps: [Step]

  /// How often handlers react during one step. Without a limit they might react forever.
  var reactions = 12

  var description: String {
    "\(sources) sources, \(isConnected ? "connected" : "not connected"), \(reactions) reactions\n"
      + steps.enumerated().map { "  \($0.offset): \($0.element)" }.joined(separator: "\n")
  }
}

// MARK: Generating

/// The optional contents of a program, besides sources, derived nodes, batches and observers.
struct Features: OptionSet, Sendable {
  let rawValue: Int

  /// Handlers and effects change sources.
  static let changingHandlers = Features(rawValue: 1)

  /// Cut-offs. Beside handlers that change sources, a value may return while observers are being notified.
  static let cutOffs = Features(rawValue: 2)

  /// Transforms that set their own source. Beside them there are no tracked closures and effects, which may run once
  /// more, and no batches that throw, which drop the value that a transform has set.
  static let limits = Features(rawValue: 4)

  /// Observers subscribe inside of batches.
  static let newcomers = Features(rawValue: 8)

  /// Newcomers inside of batches observe nodes that track their inputs when they run.
  static let trackedNewcomers = Features(rawValue: 16)

  /// The bodies of effects read sources that they have changed.
  static let readingEffects = Features(rawValue: 32)

  static let names: [String: Features] = [
    "handlers": changingHandlers, "cutOffs": cutOffs, "limits": limits, "newcomers": newcomers,
    "tracked": trackedNewcomers, "effects": readingEffects,
  ]

  /// The combinations of which each program has one: those for which the pages promise every single event.
  static let usual: [Features] = [
    [.changingHandlers, .cutOffs], [.cutOffs, .limits], [.newcomers, .trackedNewcomers, .cutOffs],
  ]
}

extension Program {
  init(steps count: Int, with features: Features, _ random: inout Random) {
    sources = Int.random(in: 2...5, using: &random)
    // A cut-off may forget the values of newcomers when graphs unite.
    isConnected = Int.random(in: 0..<4, using: &random) > 0 || features.contains([.newcomers, .cutOffs])
    let writer = StepWriter(sources: sources, reacts: isConnected, features: features)
    steps = (0..<Int.random(in: 2...9, using: &random)).map { _ in .derive(writer.node(&random)) }
    for _ in 0..<Int.random(in: 1...4, using: &random) { steps.append(.observe(writer.observer(0, &random))) }
    while steps.count < count { steps.append(writer.step(0, &random)) }
  }
}

/// Chooses steps.
struct StepWriter {
  let sources: Int
  let reacts: Bool
  let features: Features
  private let kinds: [NodeSpec.Kind]

  init(sources: Int, reacts: Bool, features: Features) {
    self.sources = sources
    self.reacts = reacts
    self.features = features
    kinds = NodeSpec.Kind.allCases.filter { kind in
      switch kind {
      case .remainder, .distinct: features.contains(.cutOffs)
      case .limit: features.contains(.limits) && reacts
      case .tracked, .choosing, .flatMap:
        !features.contains(.limits) && (!features.contains(.newcomers) || features.contains(.trackedNewcomers))
      default: true
      }
    }
  }

  func node(_ random: inout Random) -> NodeSpec {
    let kind = kinds.randomElement(using: &random)!
    let count = kind == .many || kind == .tracked ? Int.random(in: 1...4, using: &random) : 3
    return NodeSpec(
      kind: kind, inputs: (0..<count).map { _ in Int.random(in: 0..<1_000, using: &random) },
      parameter: Int.random(in: 0..<100, using: &random))
  }

  func observer(_ depth: Int, _ random: inout Random) -> ObserverSpec {
    var spec = ObserverSpec(nodes: [Int.random(in: 0..<1_000, using: &random)])
    spec.isEffect = Int.random(in: 0..<3, using: &random) == 0 && !features.contains(.limits)
    if spec.isEffect, depth > 0, features.contains(.newcomers), !features.contains(.trackedNewcomers) {
      spec.isEffect = false
    }
    if spec.isEffect {
      let more = Int.random(in: 0...2, using: &random)
      spec.nodes += (0..<more).map { _ in Int.random(in: 0..<1_000, using: &random) }
    }
    if Int.random(in: 0..<4, using: &random) == 0 { spec.fresh = node(&random) }
    spec.divisor = Int.random(in: 1...4, using: &random)
    guard reacts, depth < 2, Bool.random(using: &random) else { return spec }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let step = step(depth + 1, &random)
      if spec.isEffect, step.reads, !features.contains(.readingEffects) { continue }
      if step.changes, !features.contains(.changingHandlers) { continue }
      spec.reaction.append(step)
    }
    return spec
  }

  /// - Parameter depth: The number of handlers and batches that the step is in.
  func step(_ depth: Int, _ random: inout Random) -> Step {
    let any = Int.random(in: 0..<1_000, using: &random)
    let source = Int.random(in: 0..<sources, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case ..<35: return .set(source, Int32.random(in: 1...9, using: &random))
    case ..<45: return .modify(source)
    case ..<63: return .read(any)
    case ..<78 where depth < 3:
      let count = Int.random(in: 1...5, using: &random)
      return .batch(
        (0..<count).map { _ in step(depth + 1, &random) }
          .filter { features.contains(.newcomers) || !$0.brings },
        isThrowing: !features.contains(.limits) && Int.random(in: 0..<5, using: &random) == 0)
    case ..<88: return .observe(observer(depth, &random))
    case ..<97:
      // Whether an observer is disposed before it is notified depends on positions that are not promised.
      let hasPositions = depth == 0 || features.isDisjoint(with: [.newcomers, .limits])
      return hasPositions ? .dispose(any) : .read(any)
    default: return .derive(node(&random))
    }
  }
}

extension Step {
  /// Whether the step reads a node.
  fileprivate var reads: Bool {
    switch self {
    case .read: true
    case .batch(let steps, _): steps.contains(where: \.reads)
    default: false
    }
  }

  fileprivate var brings: Bool {
    switch self {
    case .observe: true
    case .batch(let steps, _): steps.contains(where: \.brings)
    default: false
    }
  }

  fileprivate var changes: Bool {
    switch self {
    case .set, .modify: true
    case .read, .dispose, .derive: false
    case .batch(let steps, _): steps.contains(where: \.changes)
    case .observe(let spec): spec.reaction.contains(where: \.changes)
    }
  }
}
