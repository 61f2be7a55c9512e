import Measuring
import Rill

/// Replaces one element of a list, and observes the filtered, mapped and sorted list.
enum ListEdits {
  private static let about = "ns per edit of a list that is filtered, mapped and sorted, by how many rows it has"
  private static let sizes = [100, 1_000, 10_000, 100_000]

  /// A `ObservableList`, and by hand arrays that are recomputed.
  static let kept = Scale<Library>("list_edits", about, sizes: sizes, [.rill: kept, .hand: computedAnew])

  /// A property of an array: recomputed, and compared by `collectionEdits()`.
  static let compared = Scale<Library>("list_compared", about, sizes: sizes, isLevel: false, [.rill: compared])

  /// The first value, whose elements are all new.
  static let comparedFirst = Scale<Library>(
    "list_compared_first", "ns per element of the first value of `collectionEdits()`", sizes: sizes,
    [.rill: comparedFirst])

  @Sendable static func kept(_ size: Int) -> Double {
    let total = Total()
    let list = ObservableList(0..<size)
    let shown = list.filter { !$0.isMultiple(of: 3) }.map { $0 &* 2 }.sorted()
    let handle = shown.edits.subscribe { total.add($0.edits.count) }
    defer { handle.dispose() }
    let edits = 2_000
    return nanoseconds(per: edits) { for edit in 0..<edits { list[place(edit, size)] = edit } }
  }

  @Sendable static func compared(_ size: Int) -> Double {
    let total = Total()
    let list = MutableProperty(Array(0..<size))
    let shown = list.map { $0.filter { !$0.isMultiple(of: 3) }.map { $0 &* 2 }.sorted() }
    let handle = shown.collectionEdits().subscribe { total.add($0.edits.count) }
    defer { handle.dispose() }
    let edits = max(2, 20_000 / size)
    return nanoseconds(per: edits) { for edit in 0..<edits { list.modify { $0[place(edit, size)] = edit } } }
  }

  @Sendable static func comparedFirst(_ size: Int) -> Double {
    let (total, list) = (Total(), MutableProperty(Array(0..<size)))
    return nanoseconds(per: size) { list.collectionEdits().subscribe { total.add($0.edits.count) }.dispose() }
  }

  @Sendable static func computedAnew(_ size: Int) -> Double {
    let total = Total()
    var list = Array(0..<size)
    let edits = max(2, 200_000 / size)
    return nanoseconds(per: edits) {
      for edit in 0..<edits {
        list[place(edit, size)] = edit
        total.add(list.filter { !$0.isMultiple(of: 3) }.map { $0 &* 2 }.sorted().count)
      }
    }
  }

  /// Returns an index that varies over the list, the same in every run.
  private static func place(_ edit: Int, _ size: Int) -> Int { (edit &* 7_919) % size }
}
