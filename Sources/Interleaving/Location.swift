/// The bits of an atomic value.
package struct Word: Equatable {
  var low: UInt64 = 0
  var high: UInt64 = 0
}

/// The memory of one atomic variable: all stored values in modification order, and the values that each thread has
/// seen.
///
/// A load may return any store that is not older than the newest store known to its thread. A thread knows a store if
/// the store, or a read of it, happened before the load (coherence). Stores are ordered as they are performed, and
/// read-modify-writes see the newest store.
///
/// The model has all executions of C11 with two exceptions. A load never sees a store that depends on later steps of
/// the loading thread (load buffering). A store never precedes one that was performed earlier. Sequentially consistent
/// operations are stronger than in C11: each happens before the next.
///
/// `@unchecked Sendable`: guarded by the baton, and outside an execution by the lock `outside`.
package final class Location: @unchecked Sendable {
  private struct Store {
    let word: Word
    /// The clock that an acquiring load joins.
    let clock: VectorClock
    /// The store that wrote the value: an earlier one if read-modify-writes have not changed the value since.
    let origin: Int
  }

  /// A store that a thread made or saw, and the time of that.
  private struct Sight {
    let time: UInt32
    let store: Int
  }

  /// The stores in modification order.
  private var stores: [Store]

  /// The stores that each thread made or saw, in the order of time. The index is the thread.
  private var sights: [[Sight]] = []

  /// The execution to which the state belongs, and the object's number there.
  private var execution: UInt64 = 0
  private var number = 0

  package init(_ word: Word, _ place: SourcePlace) {
    stores = [Store(word: word, clock: VectorClock(), origin: 0)]
    guard let thread = LogicalThread.current else { return }
    enter(thread)
    recordSight(0, thread)
    thread.tick()
    thread.execution.watch(number, "Atomic made at \(place)")
  }

  deinit { if let thread = LogicalThread.current { thread.execution.unwatch(numberIn(thread.execution)) } }

  /// Returns the object's number, or 0 for an object of an earlier execution.
  private func numberIn(_ execution: Execution) -> Int { self.execution == execution.number ? number : 0 }

  /// Resets the state for a new execution. Every thread has seen the value stored before it.
  private func enter(_ thread: LogicalThread) {
    let execution = thread.execution
    guard self.execution != execution.number else { return }
    self.execution = execution.number
    number = execution.nextObject()
    stores = [Store(word: stores[stores.count - 1].word, clock: VectorClock(), origin: 0)]
    sights.removeAll(keepingCapacity: true)
  }

  // MARK: Operations

  package func load(_ order: MemoryOrder, _ place: SourcePlace, _ show: (Word) -> String) -> Word {
    guard let thread = LogicalThread.current else { return Self.outside.with { stores[stores.count - 1].word } }
    arrive(thread, .load, order)
    let found = find(thread, order) { _ in true }
    acquire(found, thread, order)
    thread.noteRead(number, stores[found].origin)
    let word = stores[found].word
    record(thread, place, found) { "#\(number) load \(order.name) = \(show(word))" }
    leave(thread, order)
    return word
  }

  package func store(_ word: Word, _ order: MemoryOrder, _ place: SourcePlace, _ show: (Word) -> String) {
    guard let thread = LogicalThread.current else {
      return Self.outside.with { stores = [Store(word: word, clock: VectorClock(), origin: 0)] }
    }
    arrive(thread, .store, order)
    append(word, thread, order, VectorClock(), origin: stores.count)
    record(thread, place, stores.count - 1) { "#\(number) store \(order.name) \(show(word))" }
    leave(thread, order)
  }

  /// Replaces the newest value, unless `change` returns `nil`.
  ///
  /// With a `failing` order, the value seen may be older if `change` returns `nil` for it, as a load with that order
  /// may be. A weak exchange may also fail spuriously.
  package func update(
    _ order: MemoryOrder, failing: MemoryOrder? = nil, isWeak: Bool = false, _ place: SourcePlace, _ name: String,
    _ show: (Word) -> String, _ change: (Word) -> Word?
  ) -> (before: Word, isChanged: Bool) {
    guard let thread = LogicalThread.current else {
      return Self.outside.with {
        let before = stores[stores.count - 1].word
        guard let after = change(before) else { return (before, false) }
        stores = [Store(word: after, clock: VectorClock(), origin: 0)]
        return (before, true)
      }
    }
    arrive(thread, .update, order)
    let newest = stores.count - 1
    let found = failing.map { order in find(thread, order) { change($0) == nil } } ?? newest
    let before = stores[found].word
    let after = found == newest ? change(before) : nil
    let failsForNoReason = after != nil && isWeak && thread.execution.chooseValue(2) == 1
    if let after, !failsForNoReason {
      acquire(newest, thread, order)
      let origin = after == before ? stores[newest].origin : stores.count
      append(after, thread, order, stores[newest].clock, origin: origin)
      record(thread, place, stores.count - 1) {
        "#\(number) \(name) \(order.name) \(show(before)) → \(show(after))"
      }
    } else {
      let order = failing ?? order
      acquire(found, thread, order)
      thread.noteRead(number, stores[found].origin)
      let reason = failsForNoReason ? " spuriously" : ""
      record(thread, place, found) { "#\(number) \(name) fails\(reason) \(order.name) = \(show(before))" }
    }
    leave(thread, order)
    return (before, after != nil && !failsForNoReason)
  }

  // MARK: Steps

  private func arrive(_ thread: LogicalThread, _ kind: Operation.Kind, _ order: MemoryOrder) {
    enter(thread)
    thread.execution.arrive(thread, at: Operation(kind: kind, object: number, isTotal: order.isTotal))
    thread.tick()
    if order.isTotal { thread.clock.join(thread.execution.totalOrder) }
  }

  /// Ends an operation. The clock that it has released does not cover later plain accesses of the thread.
  private func leave(_ thread: LogicalThread, _ order: MemoryOrder) {
    if order.isTotal { thread.execution.totalOrder.join(thread.clock) }
    thread.tick()
  }

  /// Chooses the store that a thread sees: the newest, or an older one for which `isUseful` is true.
  private func find(_ thread: LogicalThread, _ order: MemoryOrder, _ isUseful: (Word) -> Bool) -> Int {
    let newest = stores.count - 1
    let oldest = oldest(for: thread)
    guard oldest < newest, !thread.findsNewest else { return newest }
    // A store that was read three times is not read again: stores become visible eventually.
    let older = (oldest..<newest).reversed().filter {
      isUseful(stores[$0].word) && thread.readCount(number, stores[$0].origin) < 3
    }
    let chosen = thread.execution.chooseValue(older.count + 1)
    return chosen == 0 ? newest : older[chosen - 1]
  }

  /// Returns the oldest store that a thread may see.
  private func oldest(for thread: LogicalThread) -> Int {
    var oldest = 0
    for (index, sights) in sights.enumerated() {
      let known = thread.clock[index]
      if let last = sights.last(where: { $0.time <= known }) { oldest = max(oldest, last.store) }
    }
    return oldest
  }

  private func acquire(_ store: Int, _ thread: LogicalThread, _ order: MemoryOrder) {
    if order.acquires { thread.clock.join(stores[store].clock) } else { thread.found.join(stores[store].clock) }
    recordSight(store, thread)
  }

  /// A read-modify-write continues the release sequence of the store that it replaces. If it changes nothing, the
  /// thread has made no progress: it may be waiting for a spinlock that it takes with `exchange`.
  private func append(
    _ word: Word, _ thread: LogicalThread, _ order: MemoryOrder, _ before: VectorClock, origin: Int
  ) {
    var clock = before
    clock.join(order.releases ? thread.clock : thread.promised)
    let store = stores.count
    stores.append(Store(word: word, clock: clock, origin: origin))
    recordSight(store, thread)
    if origin == store { thread.noteWrite() } else { thread.noteRead(number, origin) }
  }

  private func recordSight(_ store: Int, _ thread: LogicalThread) {
    while sights.count <= thread.index { sights.append([]) }
    if let last = sights[thread.index].last, last.store >= store { return }
    sights[thread.index].append(Sight(time: thread.time, store: store))
  }

  private func record(_ thread: LogicalThread, _ place: SourcePlace, _ store: Int, _ text: () -> String) {
    let isOld = store < stores.count - 1
    thread.execution.record(thread, place) { text() + (isOld ? " (old)" : "") }
  }

  /// The lock for accesses from threads that are not modelled.
  private static let outside = RealLock()
}
