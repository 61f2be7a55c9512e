/// The slots of a subject's observers, in the order of subscription.
///
/// The ``Hub``'s gate ensures that the list does not change during a walk. So a walk retains nothing. An array would be
/// retained for each event, with two atomic operations.
@usableFromInline
struct SlotList: ~Copyable {
  /// The first `count` elements are slots, which the list retains.
  @usableFromInline var places = UnsafeMutableBufferPointer<Unmanaged<AnyObject>>(start: nil, count: 0)
  @usableFromInline var count = 0

  /// The number of empty slots.
  private var emptyCount = 0

  @usableFromInline init() {}

  @inlinable
  deinit {
    for index in 0..<count { places[index].release() }
    places.deallocate()
  }

  @inlinable
  borrowing func forEach<Slot: AnyObject>(_ type: Slot.Type, _ body: (Slot) -> Void) {
    let places = places
    for index in 0..<count { places[index]._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) } }
  }

  mutating func append(_ slot: AnyObject) {
    if count == places.count { move(toRoomFor: max(4, 2 * count)) }
    places[count] = .passRetained(slot)
    count += 1
  }

  /// Removes an empty slot: now if it is the last one, otherwise when empty slots are the majority.
  mutating func remove(_ slot: AnyObject, _ isEmpty: (AnyObject) -> Bool) {
    if count > 0, places[count - 1].toOpaque() == Unmanaged.passUnretained(slot).toOpaque() {
      count -= 1
      places[count].release()
    } else {
      emptyCount += 1
      if emptyCount > count / 2 + 8 { sweep(isEmpty) }
    }
  }

  /// Removes the empty slots, and frees memory if few slots are left.
  private mutating func sweep(_ isEmpty: (AnyObject) -> Bool) {
    var kept = 0
    for slot in places[..<count] {
      if slot._withUnsafeGuaranteedRef(isEmpty) {
        slot.release()
      } else {
        places[kept] = slot
        kept += 1
      }
    }
    (count, emptyCount) = (kept, 0)
    if places.count > 4 * count + 64 { move(toRoomFor: count) }
  }

  private mutating func move(toRoomFor capacity: Int) {
    let room = UnsafeMutableBufferPointer<Unmanaged<AnyObject>>.allocate(capacity: capacity)
    _ = room.moveInitialize(fromContentsOf: places[..<count])
    places.deallocate()
    places = room
  }
}
