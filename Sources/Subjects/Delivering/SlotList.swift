/// The slots of a subject's observers, in the order in which they came.
///
/// Who walks it knows that nobody changes it meanwhile (a ``Hub`` does by its gate), so it is not retained for that as
/// an array would be, which is two atomic operations for each event.
@usableFromInline
struct SlotList: ~Copyable {
  /// The first `count` have a slot, which is retained.
  @usableFromInline var places = UnsafeMutableBufferPointer<Unmanaged<AnyObject>>(start: nil, count: 0)
  @usableFromInline var count = 0

  /// How many of the slots are empty.
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

  /// Removes a slot that has become empty, or leaves it for when the empty ones are the majority.
  mutating func remove(_ slot: AnyObject, _ isEmpty: (AnyObject) -> Bool) {
    if count > 0, places[count - 1].toOpaque() == Unmanaged.passUnretained(slot).toOpaque() {
      count -= 1
      places[count].release()
    } else {
      emptyCount += 1
      if emptyCount > count / 2 + 8 { sweep(isEmpty) }
    }
  }

  /// Takes the empty slots out. A crowd that has gone takes its room with it.
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
