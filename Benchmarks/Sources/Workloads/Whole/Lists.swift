import Measuring
import Rill

/// Lists of 1,000 rows, beside arrays that are computed again. `Collections` measures their times by the number of rows.
enum Lists {
  private typealias Order = Collections.Order

  static let read = Workload(
    "list_read", event: "read of an element", events: 100_000, remark: noPeer,
    [
      .rill: { events in
        let (list, total) = (ObservableList(Collections.orders(rows)), Total())
        for event in 0..<events { total.add(list[place(event)].id) }
        return total.value
      },
      .hand: { events in
        let (list, total) = (Collections.orders(rows), Total())
        for event in 0..<events { total.add(list[place(event)].id) }
        return total.value
      },
    ])

  static let readDerived = Workload(
    "list_read_derived", event: "read of an element of a filtered list", events: 100_000, remark: noPeer,
    [
      .rill: { events in
        let (list, total) = (ObservableList(Collections.orders(rows)), Total())
        let shown = list.filter { $0.price >= 10_000 }
        let count = shown.count
        for event in 0..<events { total.add(shown[place(event) % count].id) }
        return total.value
      },
      .hand: { events in
        let (shown, total) = (Collections.orders(rows).filter { $0.price >= 10_000 }, Total())
        for event in 0..<events { total.add(shown[place(event) % shown.count].id) }
        return total.value
      },
    ])

  static let readInEffect = Workload(
    "list_read_effect", event: "edit, and run of an effect that reads ten elements", events: 10_000, remark: noPeer,
    [
      .rill: { events in
        let (list, total) = (ObservableList(Collections.orders(rows)), Total())
        let handle = effect { for index in 0..<10 { total.add(Int(list[index].price)) } }
        for event in 0..<events { list[event % 10].price = Collections.price(event &* 31) }
        handle.dispose()
        return total.value
      },
      .hand: { events in
        var (list, total) = (Collections.orders(rows), Total())
        for index in 0..<10 { total.add(Int(list[index].price)) }
        for event in 0..<events {
          list[event % 10].price = Collections.price(event &* 31)
          for index in 0..<10 { total.add(Int(list[index].price)) }
        }
        return total.value
      },
    ])

  static let created = Workload(
    "list_create", event: "row of a filtered, mapped and sorted list", events: 100_000, remark: noPeer,
    [
      .rill: { events in
        let list = ObservableList(Collections.orders(events))
        return checksum(list.filter { $0.price < 90_000 }.map { $0.price }.sorted { $0 < $1 }.value)
      },
      .hand: { checksum(sortedPrices(Collections.orders($0))) },
    ])

  static let edited = Workload(
    "list_edit", event: "edit of a filtered, mapped, sorted and observed list", events: 4_000, remark: noPeer,
    [.rill: { edit($0, inBatchesOf: 1) }, .hand: { editByHand($0, inBatchesOf: 1) }])

  static let batched = Workload(
    "list_batch", event: "edit in a batch of 100", events: 40_000, remark: noPeer,
    [.rill: { edit($0, inBatchesOf: 100) }, .hand: { editByHand($0, inBatchesOf: 100) }])

  static let joined = Workload(
    "list_joined", event: "edit of a list with a join, groups, a sum, and the first 50 in order", events: 4_000,
    remark: noPeer, [.rill: join, .hand: joinByHand])

  static let criterion = Workload(
    "list_criterion", event: "change of a criterion for 100 rows", events: 10_000, remark: noPeer,
    [
      .rill: { events in
        let (list, total, minimum) = (ObservableList(Collections.orders(100)), Total(), MutableProperty(0.0))
        let shown = list.filter { $0.price >= minimum.value }.sorted { $0.price < $1.price }
        let handle = shown.edits.subscribe { _ in total.add(shown.count) }
        for event in 1...events { minimum.value = limit(event) }
        handle.dispose()
        return total.value
      },
      .hand: { events in
        let (list, total) = (Collections.orders(100), Total())
        for event in 0...events {
          let minimum = event == 0 ? 0 : limit(event)
          total.add(list.filter { $0.price >= minimum }.sorted { $0.price < $1.price }.count)
        }
        return total.value
      },
    ])

  static let set = Workload(
    "list_set", event: "row of a list that is set by key, sorted and observed", events: 100_000, remark: noPeer,
    [
      .rill: { events in
        let (all, total) = (Collections.orders(rows), Total())
        let list = ObservableList(all)
        let sorted = list.sorted { $0.name < $1.name }
        let handle = sorted.edits.subscribe { _ in total.add(sorted[rows / 2].id) }
        let orders = [Collections.shuffled(all), all]
        for round in 0..<events / rows { list.set(orders[round % 2], by: \.id) }
        handle.dispose()
        return total.value + list[0].id
      },
      .hand: { events in
        let (all, total) = (Collections.orders(rows), Total())
        let orders = [Collections.shuffled(all), all]
        var list = all
        total.add(list.sorted { $0.name < $1.name }[rows / 2].id)
        for round in 0..<events / rows {
          list = orders[round % 2]
          total.add(list.sorted { $0.name < $1.name }[rows / 2].id)
        }
        return total.value + list[0].id
      },
    ])

  private static let noPeer = "no peer has derived lists"
  private static let rows = 1_000

  private static func place(_ event: Int) -> Int { event &* 7_919 % rows }

  private static func limit(_ event: Int) -> Double { event % 2 == 0 ? 20_000 : 50_000 }

  private static func sortedPrices(_ orders: [Order]) -> [Double] {
    orders.filter { $0.price < 90_000 }.map { $0.price }.sorted { $0 < $1 }
  }

  private static func checksum(_ prices: [Double]) -> Int {
    prices.enumerated().reduce(0) { $0 &+ ($1.offset + 1) &* Int($1.element) }
  }

  private static func edit(_ events: Int, inBatchesOf count: Int) -> Int {
    let (list, total) = (ObservableList(Collections.orders(rows)), Total())
    let shown = list.filter { $0.price < 90_000 }.map { $0.price }.sorted { $0 < $1 }
    let handle = shown.edits.subscribe { total.add($0.edits.count) }
    for start in stride(from: 0, to: events, by: count) {
      batch {
        for event in start..<start + count { list[place(event)].price = Collections.price(event &* 31) }
      }
    }
    handle.dispose()
    return checksum(shown.value)
  }

  private static func editByHand(_ events: Int, inBatchesOf count: Int) -> Int {
    var (list, shown) = (Collections.orders(rows), [Double]())
    for start in stride(from: 0, to: events, by: count) {
      for event in start..<start + count { list[place(event)].price = Collections.price(event &* 31) }
      shown = sortedPrices(list)
    }
    return checksum(shown)
  }

  @Sendable private static func join(_ events: Int) -> Int {
    let (list, total) = (ObservableList(Collections.orders(rows)), Total())
    let cities = TableProperty<Int, Order>(Collections.orders(rows))
    let shown = list.filter { $0.price >= 10_000 }
    let joined = shown.joined(cities, on: \.city)
    let groups = shown.grouped(by: \.city) { $0.count }.entries
    let sum = shown.sum(of: \.price)
    let first = shown.sorted { $0.price < $1.price }.prefix(50)
    let handles = [
      joined.edits.subscribe { total.add($0.edits.count) }, groups.edits.subscribe { total.add($0.edits.count) },
      sum.subscribe { total.add(Int($0)) }, first.edits.subscribe { total.add($0.edits.count) },
    ]
    for event in 0..<events { list[place(event)].price = Collections.price(event &* 31) }
    for handle in handles { handle.dispose() }
    return joined.count &+ groups.count &+ Int(sum.value) &+ checksum(first.value.map { $0.price })
  }

  @Sendable private static func joinByHand(_ events: Int) -> Int {
    var list = Collections.orders(rows)
    let cities = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) })
    var (result, total) = (0, Total())
    for event in 0..<events {
      list[place(event)].price = Collections.price(event &* 31)
      let shown = list.filter { $0.price >= 10_000 }
      let joined = shown.compactMap { order in cities[order.city].map { (order, $0) } }
      let groups = Dictionary(grouping: shown, by: \.city).mapValues { $0.count }
      let first = shown.sorted { $0.price < $1.price }.prefix(50)
      result = joined.count &+ groups.count &+ Int(shown.reduce(0) { $0 + $1.price })
      result &+= checksum(first.map { $0.price })
      total.add(result)
    }
    return result
  }
}
