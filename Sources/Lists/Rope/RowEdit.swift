/// A step from one version of a list to the next, for stages. An index refers to the list after the earlier steps.
@usableFromInline
enum RowEdit<Element: Sendable>: Sendable {
  case insert(Row<Element>, at: Int)
  case remove(Row<Element>, at: Int)
  case replace(Row<Element>, with: Row<Element>, at: Int)

  /// `to` is an index among the other rows.
  case move(Row<Element>, from: Int, to: Int)

  @inlinable var edit: CollectionEdit<Element> {
    switch self {
    case .insert(let row, let index): .insert(row.element, at: index)
    case .remove(let row, let index): .remove(row.element, at: index)
    case .replace(let old, let new, let index): .replace(old.element, with: new.element, at: index)
    case .move(let row, let index, let other): .move(row.element, from: index, to: other)
    }
  }
}

extension Rope {
  @inlinable
  mutating func apply<Value>(_ edit: RowEdit<Value>) where Element == Row<Value> {
    switch edit {
    case .insert(let row, let index): insert(row, at: index)
    case .remove(_, let index): remove(at: index)
    case .replace(_, let row, let index): self[index] = row
    case .move(_, let index, let other): move(from: index, to: other)
    }
  }

  /// The edits that lead from one list to another; `nil` if there are too many.
  ///
  /// - Parameter isBounded: Whether to return `nil` if rebuilding everything takes less time.
  @inlinable
  static func edits<Value>(from old: Rope, to new: Rope, isBounded: Bool) -> [RowEdit<Value>]?
  where Element == Row<Value> {
    if let edit: RowEdit<Value> = withExtendedLifetime((old, new), { replacement(from: old, to: new) }) {
      return [edit]
    }
    let count = Swift.max(old.count, new.count)
    guard let gaps = gaps(from: old, to: new, budget: isBounded ? Swift.max(256, count / 2) : .max) else { return nil }
    let differences = gaps.old.count + gaps.new.count
    if isBounded, differences > 32, differences > count / 4 { return nil }
    // A row that only replaces another takes no part in moves.
    var replaced: [RowEdit<Value>] = []
    var others = gaps
    others.all.removeAll { gap in
      guard gap.old.count == 1, gap.new.count == 1 else { return false }
      let (before, after) = (gaps.old[gap.old.lowerBound], gaps.new[gap.new.lowerBound])
      guard before.id == after.id else { return false }
      if replaced.isEmpty { replaced.reserveCapacity(gaps.all.count) }
      replaced.append(.replace(before, with: after, at: gap.newStart))
      return true
    }
    if others.all.isEmpty { return replaced }
    let (first, last) = (others.all[0], others.all[others.all.count - 1])
    if others.all.count == 1, first.old.count + first.new.count == 1 {
      if let place = first.old.first { return [.remove(gaps.old[place], at: first.oldStart)] + replaced }
      if let place = first.new.first { return [.insert(gaps.new[place], at: first.newStart)] + replaced }
    }
    if others.all.count == 2, let move: [RowEdit<Value>] = gaps.move(first, last) ?? gaps.move(last, first) {
      return move + replaced
    }
    return match(others) + replaced
  }

  /// The edit that leads from one list to another if it is a replacement of one row; otherwise `nil`.
  @inlinable
  static func replacement<Value>(from old: Rope, to new: Rope) -> RowEdit<Value>? where Element == Row<Value> {
    guard let (old, new, start) = differingLeaves(from: old, to: new) else { return nil }
    return old._withUnsafeGuaranteedRef { old in
      new._withUnsafeGuaranteedRef { new in
        let (before, after) = (old.elements, new.elements)
        let (first, last) = RopeGap<Element>.sharedEnds(UnsafeRawBufferPointer(before), UnsafeRawBufferPointer(after))
        guard before.count == after.count, first + last + 1 == before.count, before[first].id == after[first].id else {
          return nil
        }
        return .replace(before[first], with: after[first], at: start + first)
      }
    }
  }

  /// The edits in several gaps, or in a large one.
  @inlinable
  static func match<Value>(_ gaps: RopeGaps<Row<Value>>) -> [RowEdit<Value>] where Element == Row<Value> {
    var (old, new): ([RowMatching.GapRow], [RowMatching.GapRow]) = ([], [])
    old.reserveCapacity(gaps.old.count)
    new.reserveCapacity(gaps.new.count)
    for (number, gap) in gaps.all.enumerated() {
      for offset in gap.old {
        let (row, index) = (gaps.old[offset], gap.oldStart + offset - gap.old.lowerBound)
        old.append(RowMatching.GapRow(row.id, ObjectIdentifier(row), offset, index, gap: number))
      }
      for offset in gap.new {
        let (row, index) = (gaps.new[offset], gap.newStart + offset - gap.new.lowerBound)
        new.append(RowMatching.GapRow(row.id, ObjectIdentifier(row), offset, index, gap: number))
      }
    }
    return RowMatching(old, new).steps.map { step in
      switch step {
      case .insert(let place): .insert(gaps.new[new[place].offset], at: new[place].index)
      case .remove(let place): .remove(gaps.old[old[place].offset], at: old[place].index)
      case .replace(let before, let place):
        .replace(gaps.old[old[before].offset], with: gaps.new[new[place].offset], at: new[place].index)
      case .move(let place, let from, let to): .move(gaps.old[old[place].offset], from: from, to: to)
      }
    }
  }
}

extension RopeGaps {
  /// The edits of two gaps if a row has moved from the one to the other.
  @inlinable
  func move<Value>(_ from: Gap, _ to: Gap) -> [RowEdit<Value>]? where Element == Row<Value> {
    guard from.old.count == 1, from.new.isEmpty, to.old.isEmpty, to.new.count == 1 else { return nil }
    let (before, after) = (old[from.old.lowerBound], new[to.new.lowerBound])
    guard before.id == after.id else { return nil }
    let move = RowEdit.move(before, from: from.oldStart, to: to.newStart)
    return before === after ? [move] : [move, .replace(before, with: after, at: to.newStart)]
  }
}

/// Finds the edits in the gaps between two lists. Rows are matched by identity.
///
/// All rows outside of the gaps stay, and as few rows as possible of the gaps move.
///
/// The steps first remove rows, from the last to the first. Then they move rows, and then they insert and replace rows,
/// each from the first place to the last. A *place* is an index in `old` or `new`, which have the rows of all gaps.
@usableFromInline
struct RowMatching {
  /// A row in a gap.
  @usableFromInline
  struct GapRow {
    /// The identity, which a replaced row and its replacement share.
    let id: UInt64

    /// The object. If it differs at equal `id`, the row was replaced.
    let row: ObjectIdentifier

    /// The offset in the array of ``RopeGaps``, which may have more rows.
    @usableFromInline let offset: Int

    /// The index in the list.
    @usableFromInline let index: Int

    /// The number of the gap.
    let gap: Int

    @usableFromInline
    init(_ id: UInt64, _ row: ObjectIdentifier, _ offset: Int, _ index: Int, gap: Int) {
      (self.id, self.row, self.offset, self.index, self.gap) = (id, row, offset, index, gap)
    }
  }

  /// An edit. `insert` has a place in `new`, `remove` and `move` have one in `old`, and `replace` has one in each.
  @usableFromInline
  enum Step {
    case insert(Int)
    case remove(Int)
    case replace(Int, Int)
    case move(Int, from: Int, to: Int)
  }

  /// A row that both lists have and that is not kept in its place.
  private struct Move {
    /// The place in `old`.
    let place: Int

    /// Indexes among the rows that both lists have.
    let old: Int
    let new: Int
  }

  @usableFromInline private(set) var steps: [Step] = []
  private let old: [GapRow]
  private let new: [GapRow]

  /// For each new row the place of the old row that has its identity.
  private var origins: [Int?] = []

  /// For each new row whether it stays, so that the others move around it.
  private var isKept: [Bool] = []

  @usableFromInline
  init(_ old: [GapRow], _ new: [GapRow]) {
    (self.old, self.new) = (old, new)
    match()
    let removed = remove()
    let inserted = new.indices.filter { origins[$0] == nil }.map { new[$0].index }
    move(removed, inserted)
    for (place, origin) in origins.enumerated() {
      if let origin {
        if old[origin].row != new[place].row { steps.append(.replace(origin, place)) }
      } else {
        steps.append(.insert(place))
      }
    }
  }

  private mutating func match() {
    var places = RowPlaces(count: old.count) { old[$0].id }
    // Each old row is matched once. A second new row with its identity counts as inserted.
    origins = new.map { places.take($0.id) }
    isKept = Array(repeating: false, count: new.count)
    var start = 0
    while start < new.count {
      var end = start
      while end < new.count, new[end].gap == new[start].gap { end += 1 }
      // A row from another gap has moved past rows that stay, so it is moved.
      if end == start + 1 {
        isKept[start] = origins[start].map { old[$0].gap == new[start].gap } ?? false
      } else {
        let inside = (start..<end).map { place in
          origins[place].flatMap { old[$0].gap == new[place].gap ? $0 : nil }
        }
        for place in longestRise(of: inside) { isKept[start + place] = true }
      }
      start = end
    }
  }

  /// Removes the rows that have no match, from the last to the first. Returns their indexes in ascending order.
  private mutating func remove() -> [Int] {
    var isMatched = Array(repeating: false, count: old.count)
    for case let origin? in origins { isMatched[origin] = true }
    let removed = old.indices.filter { !isMatched[$0] }
    for place in removed.reversed() { steps.append(.remove(place)) }
    return removed.map { old[$0].index }
  }

  /// Brings the rows that both lists have into the new order, from the first on.
  private mutating func move(_ removed: [Int], _ inserted: [Int]) {
    var moves: [Move] = []
    for (place, origin) in origins.enumerated() where !isKept[place] {
      guard let origin else { continue }
      moves.append(
        Move(
          place: origin, old: old[origin].index - removed.count(below: old[origin].index),
          new: new[place].index - inserted.count(below: new[place].index)))
    }
    if moves.isEmpty { return }
    let byOld = moves.indices.sorted { moves[$0].old < moves[$1].old }
    var order = Array(repeating: 0, count: moves.count)
    for (rank, move) in byOld.enumerated() { order[move] = rank }
    // The number of rows that stay before each moved row, in the old order and in the new one. Both arrays ascend.
    let keptBeforeOld = byOld.enumerated().map { rank, move in moves[move].old - rank }
    let keptBeforeNew = moves.enumerated().map { rank, move in move.new - rank }
    var unsettled = PrefixCounts(moves.count)
    for (done, move) in moves.enumerated() {
      // The first `done` rows were moved, and are in the new order. The others (`unsettled`) are still in the old
      // order, and count in `source` and `target`.
      let kept = keptBeforeNew[done]
      let waiting = kept == 0 ? 0 : unsettled.count(before: keptBeforeOld.count(below: kept))
      let target = move.new + waiting
      let staying = keptBeforeOld[order[done]]
      let source =
        staying + min(done, keptBeforeNew.count(below: staying + 1)) + unsettled.count(before: order[done])
      let index = source < target ? target - 1 : target
      if source != index { steps.append(.move(move.place, from: source, to: index)) }
      unsettled.remove(order[done])
    }
  }
}

extension [Int] {
  /// The number of elements below a limit, of an array that rises.
  fileprivate func count(below limit: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Counts how many of the first n numbers are left (a Fenwick tree).
private struct PrefixCounts {
  private var sums: [Int]

  init(_ count: Int) { sums = (0...count).map { $0 & -$0 } }

  func count(before index: Int) -> Int {
    var (index, sum) = (index, 0)
    while index > 0 {
      sum += sums[index]
      index -= index & -index
    }
    return sum
  }

  mutating func remove(_ index: Int) {
    var index = index + 1
    while index < sums.count {
      sums[index] -= 1
      index += index & -index
    }
  }
}

/// Returns the indexes of a longest increasing subsequence, without the entries that are `nil`.
@usableFromInline
func longestRise(of numbers: [Int?]) -> [Int] {
  // For each length, the index of the lowest last number of a subsequence of that length.
  var ends: [Int] = []
  var previous = [Int](repeating: -1, count: numbers.count)
  for (index, number) in numbers.enumerated() {
    guard let number else { continue }
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]]! < number { low = middle + 1 } else { high = middle }
    }
    previous[index] = low == 0 ? -1 : ends[low - 1]
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var (rise, index): ([Int], Int) = ([], ends.last ?? -1)
  while index >= 0 {
    rise.append(index)
    index = previous[index]
  }
  return rise.reversed()
}
