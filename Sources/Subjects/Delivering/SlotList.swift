/// The slots of a subject's observers, in the order in which they came.
///
/// Who walks it knows that nobody changes it meanwhile (a ``Hub`` does by its gate), so it is not retained for that as
/// an array would be, which is two atomic operations for each event.
@frozen
@usableFromInline
struct SlotList: ~Copyable {
  /// Each is retained.
  @usableFromInline var slots: UnsafeMutablePointer<Unmanaged<AnyObject>>?
  @usableFromInline var count = 0
  private var capacity = 0

  /// About how many of the slots are empty.
  var emptyCount = 0

  @usableFromInline init() {}

  @inlinable
  deinit {
    for place in 0..<count { slots.unsafelyUnwrapped[place].release() }
    slots?.deallocate()
  }

  @inlinable
  borrowing func forEach<Slot: AnyObject>(_ type: Slot.Type, _ body: (Slot) -> Void) {
    guard var place = slots else { return }
    let end = place + count
    while place != end {
      place.pointee._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) }
      place += 1
    }
  }

  mutating func append(_ slot: AnyObject) {
    if count == capacity { move(toRoomFor: max(4, 2 * count)) }
    slots.unsafelyUnwrapped[count] = .passRetained(slot)
    count += 1
  }

  /// Removes a slot that has become empty, or leaves it for when the empty ones are the majority.
  mutating func remove(_ slot: AnyObject, _ isEmpty: (AnyObject) -> Bool) {
    if count > 0, slots.unsafelyUnwrapped[count - 1].toOpaque() == Unmanaged.passUnretained(slot).toOpaque() {
      count -= 1
      slots.unsafelyUnwrapped[count].release()
    } else {
      emptyCount += 1
      if emptyCount > count / 2 + 8 { sweep(isEmpty) }
    }
  }

  /// Takes the empty slots out. A crowd that has gone takes its room with it.
  private mutating func sweep(_ isEmpty: (AnyObject) -> Bool) {
    var kept = 0
    for place in 0..<count {
      let slot = slots.unsafelyUnwrapped[place]
      if slot._withUnsafeGuaranteedRef(isEmpty) {
        slot.release()
      } else {
        slots.unsafelyUnwrapped[kept] = slot
        kept += 1
      }
    }
    (count, emptyCount) = (kept, 0)
    if capacity > 4 * count + 64 { move(toRoomFor: count) }
  }

  private mutating func move(toRoomFor newCapacity: Int) {
    let room = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: newCapacity)
    if let slots {
      room.moveInitialize(from: slots, count: count)
      slots.deallocate()
    }
    (slots, capacity) = (room, newCapacity)
  }
}
