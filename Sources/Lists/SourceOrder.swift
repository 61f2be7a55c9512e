/// A position among the elements of a list, which keeps its order to all others when elements come and go.
final class Position: Sendable {
  /// Of two positions, the first in the list has the smaller label.
  ///
  /// Guarded by: the delivery of the list, which is serial.
  fileprivate(set) nonisolated(unsafe) var label: UInt64

  fileprivate init(_ label: UInt64) { self.label = label }
}

/// The positions of a list's elements, in the order of the list.
///
/// Positions have labels, so that two of them are compared in constant time. A new label is taken from between its
/// neighbours. Where there is no room, the labels around it are spread: of the aligned ranges of labels around the
/// place, over the smallest that is sparse enough. So an insertion changes a number of labels in proportion to the
/// logarithm of the count, on average over many.
struct SourceOrder: Sendable {
  private var positions = Rope<Evenly<Position>>()

  /// Labels are greater than zero and less than two to this power.
  private static var bits: Int { 62 }

  /// The distance at which a label is put behind the last and before the first.
  private static var step: UInt64 { 1 << 32 }

  subscript(index: Int) -> Position { positions[index] }

  mutating func insert(at index: Int) -> Position {
    if room(at: index) < 2 { makeRoom(at: index) }
    let (before, half) = (label(before: index), room(at: index) / 2)
    let isLast = index == positions.count
    let isFirst = index == 0
    let distance =
      switch (isFirst, isLast) {
      case (false, true): min(half, Self.step)
      case (true, false): room(at: index) - min(half, Self.step)
      case (true, true), (false, false): half
      }
    let position = Position(before + distance)
    positions.insert(position, at: index)
    return position
  }

  mutating func remove(at index: Int) -> Position { positions.remove(at: index) }

  private func label(before index: Int) -> UInt64 { index == 0 ? 0 : positions[index - 1].label }

  /// The distance of the labels on both sides of a place.
  private func room(at index: Int) -> UInt64 {
    (index == positions.count ? 1 << Self.bits : positions[index].label) - label(before: index)
  }

  private func makeRoom(at index: Int) {
    let label = positions[max(index - 1, 0)].label
    var (start, end) = (index, index)
    var limit = 1.0
    for bits in 1...Self.bits {
      let size: UInt64 = 1 << bits
      let base = label & ~(size - 1)
      while start > 0, positions[start - 1].label >= base { start -= 1 }
      while end < positions.count, positions[end].label - base < size { end += 1 }
      limit *= 4 / 3
      guard Double(end - start) < limit else { continue }
      let spacing = size / UInt64(max(end - start, 1))
      for place in start..<end { positions[place].label = base + spacing / 2 + UInt64(place - start) * spacing }
      if room(at: index) >= 2 { return }
    }
    preconditionFailure("A list of \(positions.count) elements is too long to be sorted.")
  }
}
