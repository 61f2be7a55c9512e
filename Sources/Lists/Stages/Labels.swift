/// A number for each row of a list. The numbers ascend along the list, so comparing two gives the order of the rows.
///
/// A new label lies between its neighbours. If they are consecutive, the labels around them are spread evenly over the
/// smallest aligned range that is sparse enough. So the amortized number of labels that an insertion changes is in
/// proportion to the logarithm of the count.
@usableFromInline
struct Labels: Sendable {
  @usableFromInline private(set) var rope: Rope<UInt64>

  /// Labels are greater than zero and less than two to this power.
  private static var bits: Int { 62 }

  /// The distance of a new label at the beginning or the end from its only neighbour.
  private static var step: UInt64 { 1 << 32 }

  /// The labels that a relabelling has changed.
  @usableFromInline
  struct Changes {
    private(set) var range: ClosedRange<UInt64> = 0...0
    private(set) var new: [UInt64: UInt64] = [:]

    fileprivate mutating func add(_ old: UInt64, _ label: UInt64) {
      range = new.isEmpty ? old...old : min(range.lowerBound, old)...max(range.upperBound, old)
      new[old] = label
    }
  }

  @usableFromInline
  init(count: Int) {
    let (first, spacing) = Self.spread(count)
    var labels = RopeBuilder<UInt64>(capacity: count)
    for place in 0..<UInt64(count) { labels.append(first + place * spacing) }
    rope = labels.rope()
  }

  /// The first label of a new list, and the distance to the next.
  @usableFromInline
  static func spread(_ count: Int) -> (first: UInt64, spacing: UInt64) {
    let spacing = min(step, (1 << bits) / UInt64(count + 2))
    return ((1 << (bits - 1)) - UInt64(count) / 2 * spacing, spacing)
  }

  @usableFromInline
  subscript(index: Int) -> UInt64 { rope[index] }

  /// The index of the row that has a label.
  @usableFromInline
  func index(of label: UInt64) -> Int { rope.firstIndex { $0 < label } }

  @usableFromInline
  mutating func remove(at index: Int) -> UInt64 { rope.remove(at: index) }

  @usableFromInline
  mutating func insert(at index: Int) -> (label: UInt64, changes: Changes?) {
    let changes = prepare(at: index)
    let (before, half) = (label(before: index), room(at: index) / 2)
    let distance =
      switch (index == 0, index == rope.count) {
      case (false, true): min(half, Self.step)
      case (true, false): room(at: index) - min(half, Self.step)
      case (true, true), (false, false): half
      }
    rope.insert(before + distance, at: index)
    return (before + distance, changes)
  }

  /// Relabels if no label is free at an index.
  @usableFromInline
  mutating func prepare(at index: Int) -> Changes? { room(at: index) < 2 ? makeRoom(at: index) : nil }

  private func label(before index: Int) -> UInt64 { index == 0 ? 0 : rope[index - 1] }

  /// The distance between the labels before and after an index.
  private func room(at index: Int) -> UInt64 {
    (index == rope.count ? 1 << Self.bits : rope[index]) - label(before: index)
  }

  private mutating func makeRoom(at index: Int) -> Changes {
    let label = rope[max(index - 1, 0)]
    var (start, end) = (index, index)
    var limit = 1.0
    for bits in 1...Self.bits {
      let size: UInt64 = 1 << bits
      let base = label & ~(size - 1)
      while start > 0, rope[start - 1] >= base { start -= 1 }
      while end < rope.count, rope[end] - base < size { end += 1 }
      limit *= 4 / 3
      guard Double(end - start) < limit else { continue }
      let spacing = size / UInt64(max(end - start, 1))
      guard spacing >= 4 else { continue }
      var changes = Changes()
      for place in start..<end {
        let new = base + spacing / 2 + UInt64(place - start) * spacing
        changes.add(rope[place], new)
        rope[place] = new
      }
      return changes
    }
    fatalError("A list of \(rope.count) elements is too long to be sorted. Filter it first.")
  }
}

extension Rope<UInt64> {
  /// Applies the changes of labels to the same labels in another order.
  @usableFromInline
  mutating func apply(_ changes: Labels.Changes) {
    var (index, places): (Int, [(Int, UInt64)]) = (0, [])
    forEach { label in
      if changes.range.contains(label), let new = changes.new[label] { places.append((index, new)) }
      index += 1
    }
    for (index, label) in places { self[index] = label }
  }
}
