public import StreamCore
public import Subjects

/// What a property has: the memory of its hub.
///
/// Whatever makes setting more than storing is in `company`, so the commonest property pays one question for all of it.
@frozen
@usableFromInline
struct Present<Value: Sendable>: Memory {
  @usableFromInline typealias Failure = Never

  @usableFromInline var change: Change<Value>
  @usableFromInline var completion: Completion<Never>?

  /// Whether anybody ever subscribed: before that a change has not to be told.
  @usableFromInline var isObserved = false

  /// Whether it is an end of a two-way binding, so that it matters when a change was made.
  @usableFromInline var isLinked = false

  /// How many calls of `modify` are going on; while there are any, the thread that makes a change is written down.
  @usableFromInline var modifiers: UInt32 = 0
  @usableFromInline var writer: UInt = 0

  @usableFromInline var company: Company<Value>?

  @inlinable
  init(_ value: Value) { change = Change(value, stamp: 0, version: 1) }

  /// What observers have been told last.
  @inlinable var told: Change<Value> { company?.held ?? change }

  /// What a view of this property shows.
  @inlinable
  func change(_ view: Moment.View) -> Change<Value> { view == .told ? told : change }

  /// Brings what was captured at this version up to date.
  @inlinable
  func renew(_ box: AnyObject, _ version: UInt, _ view: Moment.View) -> UInt {
    let change = change(view)
    if change.version != version {
      let captured = unsafeDowncast(box, to: CapturedChange<Value>.self)
      captured.before = captured.change
      captured.change = change
    }
    return change.version
  }

  @usableFromInline var values: CollectionOfOne<Change<Value>> { CollectionOfOne(told) }

  /// The change that a new value makes.
  @inlinable
  func next(_ value: Value) -> Change<Value> {
    Change(value, stamp: isLinked ? nextStamp() : 0, version: change.version &+ 1)
  }

  /// Takes a change and gives back the one before it.
  @inlinable
  mutating func store(_ change: inout Change<Value>) {
    swap(&self.change, &change)
    if modifiers != 0 { writer = currentThread }
  }
}

/// What makes a property's changes more than a matter between it and its observers. Guard: the lock of the property's memory.
@usableFromInline
final class Company<Value: Sendable>: Sendable {
  /// The derived properties that somebody observes.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var dependents: [Dependency] = []

  /// What observers were told before the batch that is going on, and that batch.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var held: Change<Value>?
  nonisolated(unsafe) var batch: Batch?

  /// Set when Observation asked for the property.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var registrar: Registrar?

  init() {}

  @inlinable var hasOnlyDependents: Bool { held == nil && registrar == nil }
  var isEmpty: Bool { dependents.isEmpty && hasOnlyDependents }
}

/// A derived property among those that have to hear of a change: closures, made where its type is known.
@usableFromInline
final class Dependency: Sendable {
  /// The derived property. There is one of these for each of its sources.
  let node: any AnyObject & Sendable

  /// How many steps of derivation it is away from the sources.
  let height: Int

  /// What lives as long as this property does and is observed: what a `flatMap` has chosen.
  private let keep: [any Sendable]

  /// Brings observers up to date, if they are not.
  let refresh: @Sendable () -> Void

  /// Called when one of the sources was released.
  let sourceEnded: @Sendable () -> Void

  @usableFromInline
  init(
    _ node: any AnyObject & Sendable, height: Int, keep: [any Sendable],
    refresh: @escaping @Sendable () -> Void, sourceEnded: @escaping @Sendable () -> Void
  ) {
    self.node = node
    self.height = height
    self.keep = keep
    self.refresh = refresh
    self.sourceEnded = sourceEnded
  }
}
