import StreamCore
public import StreamPrimitives

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
/// Inside, a property that was set has its new value for everybody who reads it, and a derived property that is read
/// follows. Observers of what was set, and of what is derived from it, hear when the body is over, of the last value
/// only, and so does Observation; no observer on any thread hears of a part of it. Two-way bindings hold inside. An
/// error that the body throws leaves what was set before it. A batch in a batch is part of it.
///
/// No lock is held while the body runs, so threads may have batches at the same time, and none waits for another: what
/// each sets, the others can read, and a property that several set has what was set last
/// (``MutableProperty/modify(_:)`` loses nothing). Who depends on what several batches have set is told when the last
/// of them is over, and so is whoever depends on what others set meanwhile in a property that a batch has set.
public func batch<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let isOutermost = Turn.current._withUnsafeGuaranteedRef { $0.openBatch() }
  defer { if isOutermost { Turn.current._withUnsafeGuaranteedRef { $0.closeBatch() } } }
  return try body()
}

/// The batches that are open in the process. The low bits of a batch's number are its place here.
private let openBatches = ProcessWide { (0..<64).map { _ in Lock(OpenBatch()) } }
private let lastPlace = Atomic<Int>(0)

/// How many there are. A thread that has one open finds it here: then what it sets is written down, also where nothing
/// depends on that yet.
@usableFromInline let openBatchCount = Atomic<Int>(0)

/// What other threads may ask of a batch while it is open.
private struct OpenBatch {
  /// 0 while there is none.
  var number: UInt32 = 0
  var count: UInt32 = 0

  /// Other batches that have set what this one has set: they are told as one. Where one is over, those that are not.
  var overlapping: [UInt32] = []
  var overlappedByClosed: [UInt32: [UInt32]] = [:]

  /// Observers that found out later that they depend on what this batch has set.
  var late: Set<NodeRef> = []

  static func place(_ number: UInt32) -> Lock<OpenBatch> { openBatches.value[Int(number & 63)] }

  /// Takes note that a batch, which may be over, overlaps with others.
  static func add(_ others: [UInt32], to number: UInt32) {
    let others = others.filter { $0 != number }
    guard !others.isEmpty else { return }
    place(number).withLock { batch in
      if batch.number == number {
        batch.overlapping += others
      } else {
        batch.overlappedByClosed[number, default: []] += others
      }
    }
  }

  /// Has an observer wait for a batch; returns whether it does so from here on.
  static func keep(_ observer: NodeRef, until number: UInt32) -> Bool {
    place(number).withLock { $0.number == number && $0.late.insert(observer).inserted }
  }

  /// A batch and all that it overlaps with, as far as they are open.
  static func allOpen(with number: UInt32) -> [UInt32] {
    var seen = [number]
    var open: [UInt32] = []
    var index = 0
    while index < seen.count {
      let next = seen[index]
      let (isOpen, others) = place(next).withLock { batch in
        batch.number == next ? (true, batch.overlapping) : (false, batch.overlappedByClosed[next] ?? [])
      }
      if isOpen { open.append(next) }
      for other in others where !seen.contains(other) { seen.append(other) }
      index += 1
    }
    return open
  }
}

extension Turn {
  /// Takes a free place, the last one first.
  func openBatch() -> Bool {
    guard batch == 0 else { return false }
    openBatchCount.add(1, ordering: .relaxed)
    while true {
      let place = batchPlace
      batch = openBatches.value[place].withLock { open in
        guard open.number == 0 else { return 0 }
        open.count &+= 1
        open.number = open.count << 6 | UInt32(place)
        return open.number
      }
      if batch != 0 { return true }
      batchPlace = (place + 1) % openBatches.value.count
      // With as many batches open as there are places, this waits for one to end.
      if batchPlace == 0 { yieldThread() }
    }
  }

  static func nextBatchPlace() -> Int { lastPlace.add(1, ordering: .relaxed).newValue % 64 }

  /// Tells the observers of sources, and then, unless a turn is going on, those of what is derived.
  func closeBatch() {
    let number = batch
    openBatchCount.subtract(1, ordering: .relaxed)
    let met = OpenBatch.place(number).withLock { open -> (late: Set<NodeRef>, closed: [UInt32: [UInt32]])? in
      open.number = 0
      if open.late.isEmpty, open.overlapping.isEmpty, open.overlappedByClosed.isEmpty { return nil }
      if !open.overlapping.isEmpty { open.overlappedByClosed[number] = open.overlapping }
      defer { (open.late, open.overlapping) = ([], []) }
      return (open.late, open.overlappedByClosed)
    }
    batch = 0
    lastOverlapping = 0
    if let met {
      if !met.closed.isEmpty { forget(met.closed, number) }
      for observer in met.late { queue.push(observer) }
    }
    switch held.count {
    case 0: finish()
    case 1: if let tell = held.removeLast()(self) { run(tell) } else { finish() }
    default:
      var sources: [HeldSource] = []
      swap(&sources, &held)
      let tellings = sources.compactMap { $0(self) }
      run { for tell in tellings { tell() } }
    }
  }

  /// Forgets what batches that are over have overlapped with, where none of that is open, and none was added meanwhile.
  private func forget(_ closed: [UInt32: [UInt32]], _ number: UInt32) {
    let over = closed.filter { OpenBatch.allOpen(with: $0.key).isEmpty }
    OpenBatch.place(number).withLock { open in
      for (number, others) in over where open.overlappedByClosed[number] == others {
        open.overlappedByClosed[number] = nil
      }
    }
  }

  /// Makes this batch the last that has set, or marked, a node. If another has, that is open, the two have become one.
  @usableFromInline
  func overwrite(_ node: NodeRef) {
    let before = node.pointee.batch
    node.pointee.batch = batch
    guard before != 0, before != batch, before != lastOverlapping else { return }
    lastOverlapping = before
    // Mostly it was this thread's, which had the same place and is over.
    let place = OpenBatch.place(before)
    if before & 63 == batch & 63, place.withLock({ $0.overlappedByClosed[before] == nil }) { return }
    OpenBatch.add(OpenBatch.allOpen(with: before), to: batch)
  }

  /// Where a new edge leads to what an open batch of another thread has set, observers above it wait for that batch, as
  /// if it had marked them. What is above may have been marked by others, with which that batch then overlaps.
  ///
  /// A number on a node says which batch has marked it last, and not whom those above wait for: a batch may have met
  /// others since. So all above are looked at, however they are marked.
  func carry(_ number: UInt32, to node: NodeRef) {
    if number == batch, OpenBatch.place(number).withLock({ $0.overlapping.isEmpty }) { return }
    let open = OpenBatch.allOpen(with: number).filter { $0 != batch }
    guard !open.isEmpty else { return }
    var seen: Set = [node]
    forEachAbove(node) { _, above in seen.insert(above).inserted }
    let others = Set(seen.map { $0.pointee.batch }).subtracting([0, number])
    OpenBatch.add(others.flatMap { OpenBatch.allOpen(with: $0) }, to: number)
    for above in seen {
      let isNew = above.pointee.batch != number
      above.pointee.batch = number
      guard above.has(.observer), !above.has(.disposed) else { continue }
      // What this batch has marked waits for it.
      if isNew, number == batch { enqueue(above) }
      for number in open where OpenBatch.keep(above, until: number) {
        above.pointee.places += 1
        above.pointee.references += 1
      }
    }
  }
}
