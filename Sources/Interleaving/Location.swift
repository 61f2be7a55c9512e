/// The bits of an atomic value.
package struct Word: Equatable {
  var low: UInt64 = 0
  var high: UInt64 = 0
}

/// The memory of one atomic variable: every value that was stored there, in one order, and what each thread has seen of
/// it.
///
/// A load finds any store that is not older than one which the thread has seen, or of which it could know: the newest
/// of those stores, and of those that were read, which happened before the load (coherence). Stores take their places
/// in the order in which they are performed, and read-modify-writes find the newest. So the model has all executions
/// that C11 allows, but for those in which a load finds a store that its own thread's later steps lead to (load
/// buffering) and those in which a store takes its place before another that was performed earlier. Sequentially
/// consistent operations are stronger than C11's: each happens before the next.
///
/// `@unchecked Sendable`: touched only by the thread that has the baton; outside of an execution under a lock.
package final class Location: @unchecked Sendable {
  private struct Store {
    let word: Word
    /// What happened before, for who acquires.
    let clock: VectorClock
    /// The store that brought the value: an earlier one where read-modify-writes have left it as it was.
    let origin: Int
  }

  /// When a thread has stored or found which store.
  private struct Sight {
    let time: UInt32
    let store: Int
  }

  /// The stores in their order of modification.
  private var stores: [Store]
  private var sights: [[Sight]] = []

  /// The execution that this is the memory of, and the object's number there.
  private var execution: UInt64 = 0
  private var number = 0

  package init(_ word: Word, _ place: SourcePlace) {
    stores = [Store(word: word, clock: VectorClock(), origin: 0)]
    guard let thread = LogicalThread.current else { return }
    enter(thread)
    note(0, thread)
    thread.tick()
    thread.execution.watch(number, "Atomic made at \(place)")
  }

  deinit { if let thread = LogicalThread.current { thread.execution.unwatch(numberIn(thread.execution)) } }

  /// 0 for an object that an earlier execution has made.
  private func numberIn(_ execution: Execution) -> Int { self.execution == execution.number ? number : 0 }

  /// What was stored before this execution is what everybody has seen.
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

  /// Finds the newest value and replaces it. A `change` that gives nothing leaves it as it is.
  ///
  /// Where there is a `failing` order, what is found may be older, as a load of that order may, if that is no reason to
  /// change it; a weak one may also fail for no reason.
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
      let reason = failsForNoReason ? " for no reason" : ""
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

  /// A plain access that follows is later than what the operation has released.
  private func leave(_ thread: LogicalThread, _ order: MemoryOrder) {
    if order.isTotal { thread.execution.totalOrder.join(thread.clock) }
    thread.tick()
  }

  /// Chooses which store a thread finds: the newest, or an older one of which `isUseful` is true.
  private func find(_ thread: LogicalThread, _ order: MemoryOrder, _ isUseful: (Word) -> Bool) -> Int {
    let newest = stores.count - 1
    let oldest = oldest(for: thread)
    guard oldest < newest, !thread.findsNewest else { return newest }
    // What was read three times in vain is not read again: stores become visible in the end.
    let older = (oldest..<newest).reversed().filter {
      isUseful(stores[$0].word) && thread.readCount(number, stores[$0].origin) < 3
    }
    let chosen = thread.execution.chooseValue(older.count + 1)
    return chosen == 0 ? newest : older[chosen - 1]
  }

  /// The oldest store that a thread may find.
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
    note(store, thread)
  }

  /// A read-modify-write continues the release sequence of the store that it replaces. One that changes nothing is no
  /// progress of its thread: a lock that is taken by `exchange` is waited for in that way.
  private func append(
    _ word: Word, _ thread: LogicalThread, _ order: MemoryOrder, _ before: VectorClock, origin: Int
  ) {
    var clock = before
    clock.join(order.releases ? thread.clock : thread.promised)
    let store = stores.count
    stores.append(Store(word: word, clock: clock, origin: origin))
    note(store, thread)
    if origin == store { thread.noteWrite() } else { thread.noteRead(number, origin) }
  }

  private func note(_ store: Int, _ thread: LogicalThread) {
    while sights.count <= thread.index { sights.append([]) }
    if let last = sights[thread.index].last, last.store >= store { return }
    sights[thread.index].append(Sight(time: thread.time, store: store))
  }

  private func record(_ thread: LogicalThread, _ place: SourcePlace, _ store: Int, _ text: () -> String) {
    let isOld = store < stores.count - 1
    thread.execution.record(thread, place) { text() + (isOld ? " (old)" : "") }
  }

  /// Guards what threads that are not explored do.
  private static let outside = RealLock()
}
