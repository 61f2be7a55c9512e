/// A stack of plain elements that one thread uses.
///
/// Unlike an array, it counts no references and checks neither bounds nor exclusivity.
@usableFromInline
struct WorkList<Element: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity = 16

  init() { start = .allocate(capacity: capacity) }

  deinit { start.deallocate() }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    get { start[index] }
    set { start[index] = newValue }
  }

  /// The address of an element, valid until the next `append`.
  func pointer(at index: Int) -> UnsafeMutablePointer<Element> { start + index }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    start[count] = element
    count += 1
  }

  mutating func removeLast() -> Element {
    count -= 1
    return start[count]
  }

  mutating func removeAll(from count: Int = 0) {
    self.count = count
    if count == 0, capacity > Self.mostKept { shrink() }
  }

  /// The largest capacity that an empty list keeps.
  private static var mostKept: Int { 4_096 }

  @inline(never)
  private mutating func shrink() {
    start.deallocate()
    capacity = 16
    start = .allocate(capacity: capacity)
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }
}
