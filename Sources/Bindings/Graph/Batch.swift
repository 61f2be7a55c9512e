import Synchronization

/// Sets several properties as if at once: observers hear of the whole, and derived properties are computed once.
///
/// ```swift
/// batch { first.value = "Grace"; last.value = "Hopper" }   // full: "Grace Hopper", once
/// ```
///
///     first    Ada-------Grace
///     last     Lovelace--Hopper
///     full     (Ada Lovelace)--(Grace Hopper)
///
/// Inside, a property that was set has its new value for everybody who reads it, and a derived property that is read follows. Observers of what was
/// set, and of what is derived from it, hear when the body is over, of the last value only, and so does Observation; no observer on any thread
/// hears of a part of it. Two-way bindings hold inside. An error that the body throws leaves what was set before it. A batch in a batch is part of it.
///
/// No lock is held while the body runs, so threads may have batches at the same time, and none waits for another: what each sets, the others can read, and
/// a property that several set has what was set last (``MutableProperty/modify(_:)`` loses nothing). Who depends on what several batches
/// have set is told when the last of them is over, and so is whoever depends on what others set meanwhile in a property that a batch has set.
@inlinable
public func batch<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let isOutermost = Turn.current._withUnsafeGuaranteedRef { $0.openBatch() }
  defer { if isOutermost { Turn.current._withUnsafeGuaranteedRef { $0.closeBatch() } } }
  return try body()
}

private let lastBatch = Atomic<UInt32>(0)

extension Turn {
  @usableFromInline
  func openBatch() -> Bool {
    guard batch == 0 else { return false }
    while batch == 0 { batch = lastBatch.add(1, ordering: .relaxed).newValue }
    return true
  }

  /// Tells the observers of sources, and then, unless a turn is going on, those of what is derived.
  @usableFromInline
  func closeBatch() {
    batch = 0
    guard !held.isEmpty else { return finish() }
    var sources: [any HeldSource] = []
    swap(&sources, &held)
    let tellings = sources.compactMap { $0.release(self) }
    run { for tell in tellings { tell() } }
  }
}
