public import StreamCore

/// What a property is computed from, in the end.
@usableFromInline
struct Sources: Sendable {
  /// Those that are known from the start, in the order of their locks.
  @usableFromInline let fixed: [any Leaf]

  /// Whether they are all; else a `flatMap` chooses others.
  @usableFromInline let isFixed: Bool

  /// The same, at the same places, where they are all.
  @usableFromInline let known: [Source]

  /// What keeps the chosen ones alive, for as long as somebody holds it.
  @usableFromInline let choices: @Sendable () -> [any Sendable]

  /// Lets go of the closures that choose. Called when the sources that they choose by have ended: what such a closure captures may well be what
  /// it has chosen, and that would keep itself.
  @usableFromInline let settle: @Sendable () -> Void

  /// The only one, where there is never another.
  @usableFromInline var only: Source? { known.count == 1 ? known[0] : nil }

  /// One source.
  @usableFromInline
  init(_ source: Source) { self.init([source]) }

  private init(_ sources: [Source]) {
    let fixed = inLockOrder(sources.map(\.leaf))
    self.fixed = fixed
    known = fixed.compactMap { leaf in sources.first { $0.leaf === leaf } }
    isFixed = true
    choices = { [] }
    settle = {}
  }

  @usableFromInline
  init(
    _ fixed: [any Leaf], choices: @escaping @Sendable () -> [any Sendable], settle: @escaping @Sendable () -> Void
  ) {
    self.fixed = inLockOrder(fixed)
    isFixed = false
    known = []
    self.choices = choices
    self.settle = settle
  }

  /// The sources of something that is computed from several properties.
  @usableFromInline
  init(of parts: [Sources]) {
    let choosing = parts.filter { !$0.isFixed }
    if choosing.isEmpty {
      self.init(parts.flatMap(\.known))
    } else {
      self.init(
        parts.flatMap(\.fixed), choices: { choosing.flatMap { $0.choices() } },
        settle: { for part in choosing { part.settle() } })
    }
  }
}

/// One source: closures, made where its type is known.
@usableFromInline
final class Source: Sendable {
  /// Takes a change, where it is, and its version. It may be looked at until this returns.
  @usableFromInline typealias Next = @Sendable (UnsafeRawPointer, UInt) -> Void
  @usableFromInline typealias End = @Sendable (Completion<Never>) -> Void

  @usableFromInline let leaf: any Leaf

  /// What the source has for a moment. Called with its lock held.
  @usableFromInline let capture: @Sendable (Moment.View) -> Captured

  /// Locks the source and brings a box that has the change of this version up to date; gives back the version of what it has then. What it had before stays
  /// in it until `tidy`, since releasing that may run anything.
  @usableFromInline let lockAndRenew: @Sendable (AnyObject, UInt, Moment.View) -> UInt

  @usableFromInline let unlock: @Sendable () -> Void

  /// Releases what a box had before. Called without the lock.
  @usableFromInline let tidy: @Sendable (AnyObject) -> Void

  /// Shows the change that the source has now.
  @usableFromInline let look: @Sendable ((UnsafeRawPointer, UInt) -> Void) -> Void

  /// Shows what observers of the source are told: the current change first.
  @usableFromInline let attach: @Sendable (@escaping Next, @escaping End, Subscription) -> Void

  @inlinable
  init(
    _ leaf: any Leaf, capture: @escaping @Sendable (Moment.View) -> Captured,
    lockAndRenew: @escaping @Sendable (AnyObject, UInt, Moment.View) -> UInt,
    unlock: @escaping @Sendable () -> Void,
    tidy: @escaping @Sendable (AnyObject) -> Void,
    look: @escaping @Sendable ((UnsafeRawPointer, UInt) -> Void) -> Void,
    attach: @escaping @Sendable (@escaping Next, @escaping End, Subscription) -> Void
  ) {
    self.leaf = leaf
    self.capture = capture
    self.lockAndRenew = lockAndRenew
    self.unlock = unlock
    self.tidy = tidy
    self.look = look
    self.attach = attach
  }
}
