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
      current: { [self] in current },
      evaluate: { [self] in $0.change(of: self) },
      sources: Sources(
        Source(
          self, capture: { [self] in capture($0) },
          lockAndRenew: { [present] in
            present.lock()
            return present.state.renew($0, $1, $2)
          },
          unlock: { [present] in present.unlock() },
          tidy: { unsafeDowncast($0, to: CapturedChange<Value>.self).before = nil }, look: { [self] in look($0) },
          attach: { [self] in attach($0, $1, $2) })),
      height: 0, isLinear: true)
  }

  /// Shows the change that it has, which is in `body`'s hands for as long as that runs.
  @inlinable
  func look(_ body: (UnsafeRawPointer, UInt) -> Void) {
    let change = current
    withUnsafePointer(to: change) { body(UnsafeRawPointer($0), change.version) }
  }

  /// Shows the current change and then every other.
  @inlinable
  func attach(_ next: @escaping Source.Next, _ end: @escaping Source.End, _ subscription: Subscription) {
    attach(
      Sink(next: { change in withUnsafePointer(to: change) { next(UnsafeRawPointer($0), change.version) } }, end: end),
      subscription)
  }
}
