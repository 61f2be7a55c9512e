/// What a property is computed from, in the end.
@usableFromInline
struct Sources: Sendable {
  /// Those that are known from the start, in the order of their locks.
  @usableFromInline let fixed: [any Leaf]

  /// Whether they are all; else a `flatMap` chooses others.
  @usableFromInline let isFixed: Bool

  /// The only one, where there is never another.
  @usableFromInline let only: Only?

  /// What keeps the chosen ones alive, for as long as somebody holds it.
  @usableFromInline let choices: @Sendable () -> [any Sendable]

  /// Lets go of the closures that choose. Called when the sources that they choose by have ended: what such a closure captures may well be what
  /// it has chosen, and that would keep itself.
  let settle: @Sendable () -> Void

  /// One source.
  @usableFromInline
  init(_ only: Only) { self.init(fixed: [only.leaf], only) }

  private init(fixed: [any Leaf], _ only: Only?) {
    self.fixed = inLockOrder(fixed)
    isFixed = true
    self.only = self.fixed.count == 1 ? only : nil
    choices = { [] }
    settle = {}
  }

  init(
    _ fixed: [any Leaf], choices: @escaping @Sendable () -> [any Sendable], settle: @escaping @Sendable () -> Void
  ) {
    self.fixed = inLockOrder(fixed)
    isFixed = false
    only = nil
    self.choices = choices
    self.settle = settle
  }

  /// The sources of something that is computed from several properties.
  @usableFromInline
  init(of parts: [Sources]) {
    let choosing = parts.filter { !$0.isFixed }
    let fixed = parts.flatMap { $0.fixed }
    if choosing.isEmpty {
      // If there is one source in the end, whoever has one has that.
      self.init(fixed: fixed, parts.lazy.compactMap(\.only).first)
    } else {
      self.init(
        fixed, choices: { choosing.flatMap { $0.choices() } }, settle: { for part in choosing { part.settle() } })
    }
  }
}
