import Measuring
import Rill

/// Lists that are derived from rows, beside arrays that are computed again.
enum Collections {
  struct Order: Identifiable, Equatable, Sendable {
    let id: Int
    var price: Double
    var city: Int
    var name: String
  }

  private static let sizes = [1_000, 10_000, 100_000]

  static let created = Scale<Library>(
    "list_create", "ns per row to create a filtered, mapped and sorted list", sizes: sizes,
    [.rill: { created($0) }, .hand: { createdByHand($0) }])
  static let criterion = Scale<Library>(
    "list_criterion", "ns per row when the criterion of a filtered, sorted and observed list changes", sizes: sizes,
    [.rill: { criterion($0) }, .hand: { criterionByHand($0) }])
  static let joined = Scale<Library>(
    "list_joined", "ns per edit of a filtered list, observed with a join, groups, a sum, and the first 50 in order",
    sizes: sizes, [.rill: { joined($0) { edits, edit in nanoseconds(per: edits) { (0..<edits).forEach(edit) } } }])
  static let joinedSlowest = Scale<Library>(
    "list_joined_p99", "ns per edit of `list_joined`, 99th percentile", sizes: sizes,
    isLevel: false, [.rill: { joined($0, percentile99) }])
  static let rowByKey = Scale<Library>(
    "list_row_by_key", "ns per change of a row of a table of 1,000 rows, by how many other rows are observed by key",
    sizes: [1, 10, 100, 1_000], [.rill: { rowByKey($0) }])

  /// Not level: 1,000 edits of 1,000 rows are taken for a new list. Those of a longer list are made one by one.
  static let batch = Scale<Library>(
    "list_batch", "ns per edit of a batch of 1,000, filtered, mapped, sorted and observed", sizes: sizes,
    isLevel: false,
    [.rill: { batched($0) }])
  static let set = Scale<Library>(
    "list_set", "ns per row to set all rows shuffled, by key, with five derived lists; by hand, to sort them",
    sizes: sizes, [.rill: { set($0) { _ in 1 } }, .hand: { sortedByHand($0) }])
  static let setWithEdits = Scale<Library>(
    "list_set_edits", "ns per row to set all rows shuffled, by key, with five derived lists whose edits are read",
    sizes: sizes, isLevel: false, [.rill: { set($0) { $0() } }])
  static let search = Scale<Library>(
    "list_search", "ns per row and keystroke of a search that is observed", sizes: sizes,
    [.rill: { search($0) }, .hand: { searchByHand($0) }])
  static let heartbeats = Scale<Library>(
    "list_heartbeats", "ns per heartbeat: unread, pinned first, grouped by day", sizes: sizes,
    [.rill: { heartbeats($0) }, .hand: { heartbeatsByHand($0) }])

  static let memory = Scale<Library>(
    "list_memory", "bytes per row of a filtered, sorted and observed list; by hand, of the array", sizes: sizes,
    isLevel: false, [.rill: { memory($0) }, .hand: { memoryByHand($0) }])

  static func orders(_ size: Int) -> [Order] {
    (0..<size).map { Order(id: $0, price: price($0), city: $0 % 1_000, name: "order \($0 &* 7_919 % size)") }
  }

  /// A number that looks random, because numbers that rise in runs are sorted in less time.
  static func price(_ number: Int) -> Double {
    var bits = UInt64(bitPattern: Int64(number)) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) % 100_003)
  }

  static func shuffled(_ all: [Order]) -> [Order] {
    all.map { (price($0.id + 1_000_000), $0) }.sorted { $0.0 < $1.0 }.map { $0.1 }
  }

  private static func created(_ size: Int) -> Double {
    let (list, total) = (ObservableList(orders(size)), Total())
    return nanoseconds(per: size) {
      total.add(list.filter { $0.price < 90_000 }.map { $0.price }.sorted { $0 < $1 }.count)
    }
  }

  private static func createdByHand(_ size: Int) -> Double {
    let (list, total) = (orders(size), Total())
    return nanoseconds(per: size) {
      total.add(list.filter { $0.price < 90_000 }.map { $0.price }.sorted { $0 < $1 }.count)
    }
  }

  private static func criterion(_ size: Int) -> Double {
    let (list, total, minimum) = (ObservableList(orders(size)), Total(), MutableProperty(50_000.0))
    let shown = list.filter { $0.price >= minimum.value }.sorted { $0.price < $1.price }
    let handle = shown.edits.subscribe { total.add($0.edits.count) }
    defer { handle.dispose() }
    let rounds = max(2, 200_000 / size)
    return nanoseconds(per: size * rounds) {
      for round in 0..<rounds { minimum.value = round % 2 == 0 ? 20_000 : 50_000 }
    }
  }

  private static func criterionByHand(_ size: Int) -> Double {
    let (list, total) = (orders(size), Total())
    let rounds = max(2, 200_000 / size)
    return nanoseconds(per: size * rounds) {
      for round in 0..<rounds {
        let minimum: Double = round % 2 == 0 ? 20_000 : 50_000
        total.add(list.filter { $0.price >= minimum }.sorted { $0.price < $1.price }.count)
      }
    }
  }

  /// - Parameter measure: Makes a number of edits by their numbers.
  private static func joined(_ size: Int, _ measure: (_ edits: Int, _ edit: (Int) -> Void) -> Double) -> Double {
    let (list, total) = (ObservableList(orders(size)), Total())
    let cities = TableProperty<Int, Order>(orders(10_000))
    let shown = list.filter { $0.price >= 10_000 }
    let handles = [
      shown.joined(cities, on: \.city).edits.subscribe { total.add($0.edits.count) },
      shown.grouped(by: \.city) { $0.count }.entries.edits.subscribe { total.add($0.edits.count) },
      shown.sum(of: \.price).subscribe { total.add(Int($0)) },
      shown.sorted { $0.price < $1.price }.prefix(50).edits.subscribe { total.add($0.edits.count) },
    ]
    defer { for handle in handles { handle.dispose() } }
    return measure(2_000) { edit in list[edit &* 7_919 % size].price = price(edit &* 31) }
  }

  private static func percentile99(_ edits: Int, _ edit: (Int) -> Void) -> Double {
    (0..<edits).map { number in nanoseconds(per: 1) { edit(number) } }.sorted()[edits * 99 / 100]
  }

  private static func rowByKey(_ readers: Int) -> Double {
    let (table, total) = (TableProperty<Int, Order>(orders(1_001)), Total())
    let handles = (0..<readers).map { key in effect { total.add(Int(table[id: key]?.price ?? 0)) } }
    defer { for handle in handles { handle.dispose() } }
    return nanoseconds(per: 200) { for edit in 0..<200 { table[id: 1_000]?.price = price(edit) } }
  }

  private static func batched(_ size: Int) -> Double {
    let (list, total) = (ObservableList(orders(size)), Total())
    let shown = list.filter { $0.price < 90_000 }.map { $0.price }.sorted { $0 < $1 }
    let handle = shown.edits.subscribe { total.add($0.edits.count) }
    defer { handle.dispose() }
    return nanoseconds(per: 5_000) {
      for round in 0..<5 {
        Rill.batch {
          for edit in 0..<1_000 { list[(edit &* 7_919 &+ round) % size].price = price(edit &* 31 + round) }
        }
      }
    }
  }

  /// - Parameter count: Reads the number of edits, or does not.
  private static func set(_ size: Int, _ count: @escaping @Sendable (() -> Int) -> Int) -> Double {
    let (all, total) = (orders(size), Total())
    let list = ObservableList(all)
    let handles = [
      list.filter { $0.price < 90_000 }.edits.subscribe { change in total.add(count { change.edits.count }) },
      list.map { $0.price }.edits.subscribe { change in total.add(count { change.edits.count }) },
      list.sorted { $0.price < $1.price }.edits.subscribe { change in total.add(count { change.edits.count }) },
      list.sections { $0.city }.edits.subscribe { change in total.add(count { change.edits.count }) },
      list.distinct { $0.city }.edits.subscribe { change in total.add(count { change.edits.count }) },
    ]
    defer { for handle in handles { handle.dispose() } }
    let shuffled = shuffled(all)
    return nanoseconds(per: size) { list.set(shuffled, by: \.id) }
  }

  private static func sortedByHand(_ size: Int) -> Double {
    let (list, total) = (shuffled(orders(size)), Total())
    return nanoseconds(per: size) { total.add(list.sorted { $0.price < $1.price }.count) }
  }

  private static func memory(_ size: Int) -> Double {
    let list = ObservableList(orders(size))
    return bytes(per: size) {
      list.filter { $0.price >= 10_000 }.sorted { $0.price < $1.price }.edits.subscribe { _ in }
    }
  }

  private static func memoryByHand(_ size: Int) -> Double {
    let list = orders(size)
    return bytes(per: size) { list.filter { $0.price >= 10_000 }.sorted { $0.price < $1.price } }
  }

  /// The memory that a result keeps alive.
  private static func bytes<Result>(per size: Int, _ make: () -> Result) -> Double {
    var kept = 0
    _ = Allocations.during {
      let result = make()
      kept = Allocations.now.bytes
      withExtendedLifetime(result) {}
    }
    return Double(kept) / Double(size)
  }

  private static func search(_ size: Int) -> Double {
    let (list, total, text) = (ObservableList(orders(size)), Total(), MutableProperty(""))
    let found = list.filter { $0.name.utf8.contains(text.value) }
    let handle = found.edits.subscribe { total.add($0.edits.count) }
    defer { handle.dispose() }
    return nanoseconds(per: size * 20) {
      for key in 0..<20 { text.value = String("1234567890".prefix(key % 5)) }
    }
  }

  private static func searchByHand(_ size: Int) -> Double {
    let (list, total) = (orders(size), Total())
    return nanoseconds(per: size * 20) {
      for key in 0..<20 {
        let text = String("1234567890".prefix(key % 5))
        total.add(list.filter { $0.name.utf8.contains(text) }.count)
      }
    }
  }

  private static func heartbeats(_ size: Int) -> Double {
    let (table, total) = (TableProperty<Int, Order>(orders(size)), Total())
    let unread = table.count { $0.price < 50_000 }
    let pinnedFirst = table.sorted { ($0.city % 50, $0.id) < ($1.city % 50, $1.id) }
    let byDay = table.grouped(by: \.city) { $0.count }
    let handles = [
      unread.subscribe { total.add($0) }, pinnedFirst.edits.subscribe { total.add($0.edits.count) },
      byDay.entries.edits.subscribe { total.add($0.edits.count) },
    ]
    defer { for handle in handles { handle.dispose() } }
    return nanoseconds(per: 1_000) {
      for beat in 0..<1_000 { table[id: beat &* 7_919 % size]?.price = price(beat) }
    }
  }

  private static func heartbeatsByHand(_ size: Int) -> Double {
    let total = Total()
    var rows = orders(size)
    let beats = max(2, 200_000 / size)
    return nanoseconds(per: beats) {
      for beat in 0..<beats {
        rows[beat &* 7_919 % size].price = price(beat)
        total.add(rows.count { $0.price < 50_000 })
        total.add(rows.sorted { ($0.city % 50, $0.id) < ($1.city % 50, $1.id) }.count)
        total.add(Dictionary(grouping: rows, by: \.city).count)
      }
    }
  }
}

extension String.UTF8View {
  /// Whether a text is in this one.
  fileprivate func contains(_ text: String) -> Bool {
    let text = text.utf8
    guard let first = text.first else { return true }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if self[found...].starts(with: text) { return true }
      start = index(after: found)
    }
    return false
  }
}
