import Measuring
import Rill

/// Layers over a table and over a property, for changes that a server has not confirmed.
enum OptimisticLayers {
  private static let pending = [1, 10, 100, 1_000]

  static let click = Scale<Library>(
    "optimistic_click", "ns per click that is shown in a filtered and sorted list, under 1,000 layers, by rows",
    sizes: [1_000, 10_000, 100_000], [.rill: { clicks(rows: $0, pending: 1_000) }])
  static let clickByPending = Scale<Library>(
    "optimistic_pending", "ns per click that is shown in such a list of 1,000 rows, by how many layers it has",
    sizes: pending, [.rill: { clicks(rows: 1_000, pending: $0) }])
  static let server = Scale<Library>(
    "optimistic_server", "ns per change from the server of a row of 100,000, by how many layers that row has",
    sizes: pending, isLevel: false, [.rill: { changesOfRow($0) }])
  static let property = Scale<Library>(
    "optimistic_property", "ns per change from the server of a property, by how many layers it has", sizes: pending,
    isLevel: false, [.rill: { changesOfProperty($0) }])

  private struct Post: Identifiable, Sendable {
    let id: Int
    var likes: Int
  }

  private static func posts(_ count: Int) -> TableProperty<Int, Post> {
    TableProperty((0..<count).map { Post(id: $0, likes: $0 &* 7_919 % count) })
  }

  /// Observes the list that a user sees.
  private static func show(_ posts: OptimisticTable<Int, Post>, _ total: Total) -> Disposable {
    posts.list.filter { $0.likes >= 100 }.sorted { ($0.likes, $0.id) > ($1.likes, $1.id) }
      .edits.subscribe { total.add($0.edits.count) }
  }

  private static func clicks(rows: Int, pending: Int) -> Double {
    let (shown, total) = (posts(rows).optimistic(), Total())
    let handle = show(shown, total)
    defer { handle.dispose() }
    for number in 0..<pending { _ = shown.layer(id: number &* 31 % rows) { $0?.likes += 1 } }
    let clicks = 200
    return nanoseconds(per: clicks) {
      for click in 0..<clicks { _ = shown.layer(id: click &* 7_919 % rows) { $0?.likes += 1 } }
    }
  }

  private static func changesOfRow(_ pending: Int) -> Double {
    let (table, total) = (posts(100_000), Total())
    let shown = table.optimistic()
    let handle = show(shown, total)
    defer { handle.dispose() }
    for _ in 0..<pending { _ = shown.layer(id: 7) { $0?.likes += 1 } }
    let changes = 200
    return nanoseconds(per: changes) { for change in 0..<changes { table[id: 7]?.likes = change &* 31 } }
  }

  private static func changesOfProperty(_ pending: Int) -> Double {
    let (likes, total) = (MutableProperty(0), Total())
    let shown = likes.optimistic()
    let handle = shown.subscribe { total.add($0) }
    defer { handle.dispose() }
    for _ in 0..<pending { _ = shown.layer { $0 += 1 } }
    let changes = 200
    return nanoseconds(per: changes) { for change in 0..<changes { likes.value = change &* 31 } }
  }
}
