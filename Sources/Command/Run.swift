public import StreamCore
import Synchronization

/// A value on its way through code that does not know its type.
///
/// Generic code that is not specialised costs a command ten times what it does. So types appear only where a value enters and where it
/// leaves; in between it is an object like any other.
@usableFromInline
final class Box<Contents: Sendable>: Sendable {
  @usableFromInline let contents: Contents

  @inlinable
  init(_ contents: Contents) { self.contents = contents }

  /// What is in a box. Only a command and its executions make and open boxes, and they agree on the type.
  @inlinable
  static func open(_ box: Carried) -> Contents { unsafeDowncast(box, to: Box.self).contents }
}

@usableFromInline
typealias Carried = any AnyObject & Sendable

/// An ``Execution``, without its types: the handle, what it remembers, and where its work is attached.
@usableFromInline
final class Run: Sendable {
  /// Where the command has it.
  enum Stage { case waiting, running, over }

  @usableFromInline
  enum End: Sendable {
    case completed
    case failed(Carried)
    case cancelled, notEnabled
  }

  // Guard of all that varies: the lock of the command. It is what decides whether a value comes before an end, so a lock of its own would be one more
  // to take for each. With a guard there is nothing for the exclusivity check to find.
  @exclusivity(unchecked) nonisolated(unsafe) var stage = Stage.over

  /// No value is accepted any more.
  @exclusivity(unchecked) nonisolated(unsafe) var isSealed = false

  /// The work, until it begins, where it does not begin at once.
  @exclusivity(unchecked) nonisolated(unsafe) var start: (@Sendable (Run) -> Void)?

  /// Most executions send one value: it is kept without an array.
  @exclusivity(unchecked) nonisolated(unsafe) private var firstValue: Carried?
  @exclusivity(unchecked) nonisolated(unsafe) private var otherValues: ContiguousArray<Carried> = []
  @exclusivity(unchecked) nonisolated(unsafe) private var fraction: Double?
  @exclusivity(unchecked) nonisolated(unsafe) private var end: End?
  @exclusivity(unchecked) nonisolated(unsafe) private var readers: ContiguousArray<Reader> = []

  /// Where the work is attached.
  @usableFromInline let work = Subscription()
  private let core: CommandCore
  private let hasEnded = Atomic(false)

  @usableFromInline
  init(_ core: CommandCore) { self.core = core }

  /// Nobody is left who could go on with the work, or end it.
  deinit {
    if isActive { settle(.cancelled) }
  }

  @usableFromInline var isActive: Bool { !hasEnded.load(ordering: .acquiring) }

  /// Begins the work, unless it was cancelled before.
  func begin() {
    let start = core.shared.withLock { _ in self.start.take() }
    if isActive { start?(self) }
  }

  @usableFromInline
  func send(_ value: Carried) {
    guard isActive else { return }
    var telling = CommandCore.Telling?.none
    let reached = core.shared.withLock { shared in
      guard !isSealed else { return ContiguousArray<Reader>() }
      if firstValue == nil { firstValue = value } else { otherValues.append(value) }
      telling = core.offerValue(value, shared)
      return offer(.value(value))
    }
    core.deliver(telling)
    for reader in reached { reader.deliver(.value(value)) }
  }

  /// Takes how far the work is. The same twice is said once.
  func report(_ fraction: Double) {
    guard isActive else { return }
    var telling = CommandCore.Telling?.none
    let reached = core.shared.withLock { shared in
      guard !isSealed, self.fraction != fraction else { return ContiguousArray<Reader>() }
      self.fraction = fraction
      telling = core.offerProgress(fraction, shared)
      return offer(.progress(fraction))
    }
    core.deliver(telling)
    for reader in reached { reader.deliver(.progress(fraction)) }
  }

  /// Ends it: the work is torn down, then the command counts it out and tells so, and its own readers hear of it last.
  @usableFromInline
  func end(_ end: End) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    work.dispose()
    let next = core.finish(self, end)
    settle(end)
    core.start(next)
  }

  /// Ends one that was not accepted.
  func refuse() {
    hasEnded.store(true, ordering: .releasing)
    settle(.notEnabled)
  }

  private func settle(_ end: End) {
    // Released after the lock: the work and the readers may hold anything.
    let (reached, _, _) = core.shared.withLock { _ in
      self.end = end
      return (offer(.end(end)), readers.take(), start.take())
    }
    for reader in reached { reader.deliver(.end(end)) }
  }

  // MARK: Readers

  /// Leaves something with the readers it concerns. Called with the lock held.
  ///
  /// - Returns: those that had nothing to do, to be told after the lock.
  private func offer(_ told: Reader.Told) -> ContiguousArray<Reader> {
    readers.isEmpty ? [] : readers.filter { $0.accepts(told) && !$0.gate.post(told) }
  }

  /// Tells a new reader what has happened, and then what happens.
  @usableFromInline
  func attach(_ reader: Reader) {
    // It is new, so its gate is idle.
    _ = reader.gate.enter()
    let past = core.shared.withLock { _ in
      if end == nil { readers.append(reader) }
      return Reader.Past(firstValue: firstValue, otherValues: otherValues, fraction: fraction, end: end)
    }
    if past.end == nil { reader.subscription.add(reader) }
    reader.begin(past)
  }

  func detach(_ reader: Reader) {
    let removed = core.shared.withLock { _ in
      readers.firstIndex { $0 === reader }.map { readers.remove(at: $0) }
    }
    _ = removed
  }
}

extension RangeReplaceableCollection {
  /// Takes all that is in it.
  fileprivate mutating func take() -> Self {
    defer { self = Self() }
    return self
  }
}
