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
  @usableFromInline let evaluate: @Sendable (Moment) -> Change<Value>?

  /// The sources that the value depends on.
  @usableFromInline let sources: Sources

  /// How many steps of derivation it is away from the sources.
  @usableFromInline let height: Int

  /// Whether it depends on one source and the versions of its changes are those of that source.
  @usableFromInline let isLinear: Bool

  @inlinable
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
    Node(
      changes: Signal(attaching: { [self] in attach($0, $1) }),
      current: { [present] in present.withLock { $0.change } },
      evaluate: { [self] in $0.change(of: self) },
      sources: Sources(self) { [self] in look($0, $1) },
      height: 0, isLinear: true)
  }

  /// Shows the change that it has, which is in `body`'s hands for as long as that runs.
  @inlinable
  func look(_ view: Moment.View, _ body: (UnsafeRawPointer, UInt) -> Void) {
    let change = present.withLock { $0.change(view) }
    withUnsafePointer(to: change) { body(UnsafeRawPointer($0), change.version) }
  }
}

/// What a property is computed from, in the end.
@usableFromInline
struct Sources: Sendable {
  /// How the only source is looked at: at the change that it has, and its version. A closure, made where the type of the source is known.
  @usableFromInline typealias Look = @Sendable (Moment.View, (UnsafeRawPointer, UInt) -> Void) -> Void

  /// Those that are known from the start, in the order of their locks.
  @usableFromInline let fixed: [any Leaf]

  /// Whether they are all; else a `flatMap` chooses others.
  @usableFromInline let isFixed: Bool

  /// Where there is one and never another: what it has is what it has at one moment, without further ado.
  @usableFromInline let onlyLook: Look?

  /// What keeps the chosen ones alive, for as long as somebody holds it.
  @usableFromInline let choices: @Sendable () -> [any Sendable]

  /// Lets go of the closures that choose. Called when the sources that they choose by have ended: what such a closure captures may well be what
  /// it has chosen, and that would keep itself.
  let settle: @Sendable () -> Void

  /// One source.
  @usableFromInline
  init(_ only: any Leaf, _ look: @escaping Look) { self.init(fixed: [only], look) }

  private init(fixed: [any Leaf], _ look: Look?) {
    self.fixed = inLockOrder(fixed)
    isFixed = true
    onlyLook = self.fixed.count == 1 ? look : nil
    choices = { [] }
    settle = {}
  }

  init(
    _ fixed: [any Leaf], choices: @escaping @Sendable () -> [any Sendable], settle: @escaping @Sendable () -> Void
  ) {
    self.fixed = inLockOrder(fixed)
    isFixed = false
    onlyLook = nil
    self.choices = choices
    self.settle = settle
  }

  /// The sources of something that is computed from several properties.
  @usableFromInline
  init(of parts: [Sources]) {
    let choosing = parts.filter { !$0.isFixed }
    let fixed = parts.flatMap { $0.fixed }
    if choosing.isEmpty {
      // If there is one source in the end, whoever knows how to look at one knows how to look at it.
      self.init(fixed: fixed, parts.lazy.compactMap(\.onlyLook).first)
    } else {
      self.init(
        fixed, choices: { choosing.flatMap { $0.choices() } }, settle: { for part in choosing { part.settle() } })
    }
  }
}
