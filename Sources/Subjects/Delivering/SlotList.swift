/// The slots of a subject's observers, in the order of subscription.
///
/// The ``Hub``'s gate ensures that the list does not change during a walk. So a walk retains nothing. An array would be
/// retained for each event, with two atomic operations. The oldest slot is stored in the list itself, so that a subject
/// with one observer needs no memory elsewhere.
@usableFromInline
struct SlotList: ~Copyable {
  /// The oldest slot, which the list retains; `nil` if `count` is 0.
  @usableFromInline var first: Unmanaged<AnyObject>?

  /// The first `count - 1` elements are the other slots, which the list retains.
  @usableFromInline var others = UnsafeMutableBufferPointer<Unmanaged<AnyObject>>(start: nil, count: 0)
  @usableFromInline var count = 0

  /// The number of empty slots.
  private var emptyCount = 0

  @usableFromInline init() {}

  @inlinable
  deinit {
    first?.release()
    for index in 0..<max(0, count - 1) { others[index].release() }
    others.deallocate()
  }

  @inlinable
  borrowing func forEach<Slot: AnyObject>(_ type: Slot.Type, _ body: (Slot) -> Void) {
    guard var slot = first else { return }
    let (others, otherCount) = (others, count - 1)
    var index = 0
    // One call of `body` in the code, so that it is inlined.
    while true {
      slot._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) }
      if index == otherCount { return }
      slot = others[index]
      index += 1
    }
  }

  mutating func append(_ slot: AnyObject) { append(.passRetained(slot)) }

  private mutating func append(_ slot: Unmanaged<AnyObject>) {
    if count == 0 {
      first = slot
    } else {
      if count > others.count { move(toRoomFor: max(4, 2 * count)) }
      others[count - 1] = slot
    }
    count += 1
  }

  /// Removes an empty slot: now if it is the last one, otherwise when empty slots are the majority.
  mutating func remove(_ slot: AnyObject, _ isEmpty: (AnyObject) -> Bool) {
    let last = count > 1 ? others[count - 2] : first
    if let last, last.toOpaque() == Unmanaged.passUnretained(slot).toOpaque() {
      count -= 1
      if count == 0 { first = nil }
      last.release()
    } else {
      emptyCount += 1
      if emptyCount > count / 2 + 8 { sweep(isEmpty) }
    }
  }

  /// Removes the empty slots, and frees memory if few slots are left.
  private mutating func sweep(_ isEmpty: (AnyObject) -> Bool) {
    let (oldest, slotCount) = (first, count)
    (first, count, emptyCount) = (nil, 0, 0)
    for index in 0..<slotCount {
      // No slot moves to an index that is not read yet.
      guard let slot = index == 0 ? oldest : others[index - 1] else { continue }
      if slot._withUnsafeGuaranteedRef(isEmpty) { slot.release() } else { append(slot) }
    }
    if others.count > 4 * count + 64 { move(toRoomFor: count) }
  }

  private mutating func move(toRoomFor capacity: Int) {
    let room = UnsafeMutableBufferPointer<Unmanaged<AnyObject>>.allocate(capacity: capacity)
    _ = room.moveInitialize(fromContentsOf: others[..<max(0, count - 1)])
    others.deallocate()
    others = room
  }
}
