public import StreamCore

/// What a property is to those that derive from it: closures, made where the types are known.
///
/// It keeps what properties are made of and never the properties, so whoever observes one does not keep it alive.
@usableFromInline
final class Node<Value: Sendable>: Sendable {
  /// What observers are told: the current value first.
  @usableFromInline let changes: Signal<Change<Value>, Never>

  /// The value now.
  @usableFromInline let current: @Sendable () -> Change<Value>

  /// The value at a moment; `nil` when the moment lacks a source, which it then knows.
  let evaluate: @Sendable (Moment) -> Change<Value>?

  /// The sources that the value depends on.
  let sources: Sources

  /// How many steps of derivation it is away from the sources.
  let height: Int

  /// Whether it depends on one source and the versions of its changes are those of that source.
  @usableFromInline let isLinear: Bool

  init(
    changes: Signal<Change<Value>, Never>,
    current: @escaping @Sendable () -> Change<Value>,
    evaluate: @escaping @Sendable (Moment) -> Change<Value>?,
    sources: Sources,
    height: Int,
    isLinear: Bool
  ) {
    self.changes = changes
    self.current = current
    self.evaluate = evaluate
    self.sources = sources
    self.height = height
    self.isLinear = isLinear
  }
}

extension Cell {
  /// The property as a source.
  @inlinable
  var node: Node<Value> {
    makeNode(changes, { [present] in present.withLock { $0.change } })
  }

  @usableFromInline
  func makeNode(
    _ changes: Signal<Change<Value>, Never>, _ current: @escaping @Sendable () -> Change<Value>
  ) -> Node<Value> {
    Node(
      changes: changes, current: current,
      evaluate: { [self] in $0.change(of: self) },
      sources: Sources([self]),
      height: 0, isLinear: true)
  }
}

/// What a property is computed from, in the end.
struct Sources: Sendable {
  /// Those that are known from the start, in the order of their locks.
  var fixed: [any Leaf]

  /// Those that a `flatMap` has chosen for now; `nil` where there is none.
  var chosen: (@Sendable () -> [any Leaf])?

  /// What keeps the chosen ones alive, for as long as somebody holds it.
  var choices: @Sendable () -> [any Sendable]

  init(
    _ fixed: [any Leaf], chosen: (@Sendable () -> [any Leaf])? = nil,
    choices: @escaping @Sendable () -> [any Sendable] = { [] }
  ) {
    self.fixed = inLockOrder(fixed)
    self.chosen = chosen
    self.choices = choices
  }

  /// The sources of something that is computed from several properties.
  init(of parts: [Sources]) {
    let choosing = parts.filter { $0.chosen != nil }
    let fixed = parts.flatMap { $0.fixed }
    if choosing.isEmpty {
      self.init(fixed)
    } else {
      self.init(
        fixed,
        chosen: { choosing.flatMap { $0.chosen?() ?? [] } },
        choices: { choosing.flatMap { $0.choices() } })
    }
  }

  /// All of them, as they are now, in the order of their locks.
  var all: [any Leaf] {
    guard let chosen else { return fixed }
    return inLockOrder(fixed + chosen())
  }
}
