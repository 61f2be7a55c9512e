extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Sorts in place. Equal elements keep their order.
  ///
  /// A quicksort in which no branch depends on a comparison. A processor cannot predict comparisons of elements in
  /// random order, and would lose half of the time. Elements that are in order already take linear time.
  @inlinable
  func sortStably(_ isBefore: (Element, Element) -> Bool) {
    if indices.dropFirst().allSatisfy({ !isBefore(self[$0], self[$0 - 1]) }) { return }
    let buffer = UnsafeMutablePointer<Element>.allocate(capacity: count)
    defer { buffer.deallocate() }
    divide(buffer, depth: 2 * (Int.bitWidth - count.leadingZeroBitCount), isBefore)
  }

  /// - Parameter depth: The number of divisions that are left. It reaches zero after bad choices of pivots; then `sort`
  ///   is faster.
  @inlinable
  func divide(_ buffer: UnsafeMutablePointer<Element>, depth: Int, _ isBefore: (Element, Element) -> Bool) {
    var all = self
    if count <= 24 || depth == 0 { return all.sort(by: isBefore) }
    let (base, eighth) = (baseAddress.unsafelyUnwrapped, count / 8)
    let pivot = median(
      median(base[eighth], base[2 * eighth], base[3 * eighth], isBefore),
      median(base[4 * eighth], base[5 * eighth], base[6 * eighth], isBefore),
      median(base[7 * eighth], base[0], base[count - 1], isBefore), isBefore)
    var (left, right) = (0, 0)
    for place in indices {
      let element = base[place]
      let isLeft = isBefore(element, pivot) ? 1 : 0
      // The next element overwrites one of the two.
      base[left] = element
      buffer[right] = element
      left &+= isLeft
      right &+= 1 &- isLeft
    }
    (base + left).update(from: buffer, count: right)
    // If no element is before the pivot, most elements are equal to it, and dividing would not shorten them.
    if left == 0 { return all.sort(by: isBefore) }
    Self(start: base, count: left).divide(buffer, depth: depth - 1, isBefore)
    Self(start: base + left, count: right).divide(buffer, depth: depth - 1, isBefore)
  }

  @inlinable
  func median(_ one: Element, _ two: Element, _ three: Element, _ isBefore: (Element, Element) -> Bool) -> Element {
    if isBefore(two, one) { return isBefore(three, two) ? two : isBefore(three, one) ? three : one }
    return isBefore(three, one) ? one : isBefore(three, two) ? three : two
  }
}
