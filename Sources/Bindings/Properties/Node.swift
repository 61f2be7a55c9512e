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
    makeNode(Signal(attaching: { [self] in attach($0, $1) }), { [present] in present.withLock { $0.change } })
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
  let fixed: [any Leaf]

  /// Whether they are all; else a `flatMap` chooses others.
  let isFixed: Bool

  /// What keeps the chosen ones alive, for as long as somebody holds it.
  let choices: @Sendable () -> [any Sendable]

  /// Lets go of the closures that choose. Called when the sources that they choose by have ended: what such a closure captures may well be what
  /// it has chosen, and that would keep itself.
  let settle: @Sendable () -> Void

  init(_ fixed: [any Leaf]) {
    self.fixed = inLockOrder(fixed)
    isFixed = true
    choices = { [] }
    settle = {}
  }

  init(
    _ fixed: [any Leaf], choices: @escaping @Sendable () -> [any Sendable], settle: @escaping @Sendable () -> Void
  ) {
    self.fixed = inLockOrder(fixed)
    isFixed = false
    self.choices = choices
    self.settle = settle
  }

  /// The sources of something that is computed from several properties.
  init(of parts: [Sources]) {
    let choosing = parts.filter { !$0.isFixed }
    let fixed = parts.flatMap { $0.fixed }
    if choosing.isEmpty {
      self.init(fixed)
    } else {
      self.init(
        fixed, choices: { choosing.flatMap { $0.choices() } }, settle: { for part in choosing { part.settle() } })
    }
  }
}
