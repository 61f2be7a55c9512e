import Rill

/// A row that is equal, in an order, to others which it is not.
struct ListRow: Codable, Hashable, Sendable, Identifiable {
  let id: Int
  var number: Int
  var city: Int
}

/// A derived collection, and its reference computed from all elements.
struct Comparison: Sendable {
  let name: String

  /// A description of the difference, if there is one.
  let difference: @Sendable () -> String?
}

/// A list, a table, criteria, and everything that is derived from them.
final class ListWorld: Sendable {
  let list = ObservableList<ListRow>()
  let other = ObservableList<ListRow>()
  let people = TableProperty<Int, ListRow>()
  let minimum = MutableProperty(0)
  let descending = MutableProperty(false)
  let window = MutableProperty(0..<5)
  let checks: [Comparison]

  /// The lists as observers rebuild them from edits.
  let observed: [Comparison]

  /// Disposed at the end, because an observed closure keeps the objects that it captures.
  private let subscriptions: [Disposable]

  static func order(_ descending: Bool) -> @Sendable (ListRow, ListRow) -> Bool {
    { one, other in descending ? one.number > other.number : one.number < other.number }
  }

  /// The number of elements beyond which the list is made shorter.
  let limit: Int

  /// - Parameter isRemote: Whether everything is derived from a replica of the list, as another program has it.
  init(limit: Int, isRemote: Bool = false) {
    self.limit = limit
    let (list, other, people, minimum) = (self.list, self.other, self.people, self.minimum)
    let (descending, window) = (self.descending, self.window)
    var checks: [Comparison] = []
    var observed: [Comparison] = []
    var subscriptions: [Disposable] = []
    func checkValue<Value: Equatable & Sendable>(
      _ name: String, _ derived: @escaping @Sendable () -> Value, _ computed: @escaping @Sendable () -> Value
    ) {
      checks.append(
        Comparison(name: name) {
          let (now, all) = (derived(), computed())
          return now == all ? nil : "\(name): \(now) is not \(all)"
        })
    }
    func check<Element: Equatable & Sendable>(
      _ name: String, _ derived: DerivedList<Element>, _ computed: @escaping @Sendable () -> [Element]
    ) {
      checkValue(name, { derived.value }, computed)
      let seen = Locked<[Element]>([])
      let subscription = derived.edits.subscribe(isolation: nil) { change in
        var elements = seen.withLock { $0 }
        for edit in change.edits { elements.apply(edit) }
        seen.withLock { $0 = elements }
      }
      subscriptions.append(subscription)
      observed.append(
        Comparison(name: name) {
          let (now, all) = (seen.withLock { $0 }, computed())
          return now == all ? nil : "\(name), observed: \(now) is not \(all)"
        })
    }
    func lists(_ suffix: String, _ list: DerivedList<ListRow>, _ all: @escaping @Sendable () -> [ListRow]) {
      let sorted = list.sorted { ListWorld.order(descending.value)($0, $1) }
      check("filter" + suffix, list.filter { $0.number >= minimum.value }) {
        all().filter { $0.number >= minimum.value }
      }
      check("map" + suffix, list.map { $0.number + minimum.value }) { all().map { $0.number + minimum.value } }
      check("compactMap" + suffix, list.compactMap { $0.number % 2 == 0 ? $0.city : nil }) {
        all().compactMap { $0.number % 2 == 0 ? $0.city : nil }
      }
      check("flatMap" + suffix, list.flatMap { Array(repeating: $0.id, count: $0.number % 3) }) {
        all().flatMap { Array(repeating: $0.id, count: $0.number % 3) }
      }
      check("distinct" + suffix, list.distinct { $0.city }) {
        var known = Set<Int>()
        return all().filter { known.insert($0.city).inserted }
      }
      check("sorted" + suffix, sorted) { all().sorted(by: ListWorld.order(descending.value)) }
      check("reversed" + suffix, list.reversed()) { all().reversed() }
      check("prefix" + suffix, sorted.prefix(4)) {
        Array(all().sorted(by: ListWorld.order(descending.value)).prefix(4))
      }
      check("suffix" + suffix, list.suffix(3)) { all().suffix(3) }
      check("window" + suffix, list[window]) {
        let all = all()
        return Array(all[window.value.clamped(to: 0..<all.count)])
      }
      check("range" + suffix, list[2..<6]) {
        let all = all()
        return Array(all[(2..<6).clamped(to: 0..<all.count)])
      }
      let sections = list.sections { $0.city }
      check("sections" + suffix, sections.map { "\($0.key): \($0.elements.map(\.id))" }) {
        Dictionary(grouping: all(), by: \.city).sorted { $0.key < $1.key }
          .map { "\($0.key): \($0.value.map(\.id))" }
      }
      check("joined" + suffix, list.joined(people, on: \.city).map { [$0.left, $0.right] }) {
        let people = Dictionary(uniqueKeysWithValues: people.value.map { ($0.id, $0) })
        return all().compactMap { left in people[left.city].map { [left, $0] } }
      }
      check("leftJoined" + suffix, list.leftJoined(people, on: \.city).map { [$0.left, $0.right] }) {
        let people = Dictionary(uniqueKeysWithValues: people.value.map { ($0.id, $0) })
        return all().map { [$0, people[$0.city]] }
      }
      check("merge" + suffix, list.merge(other)) { all() + other.value }
      let (numbers, others) = (list.map(\.city), other.map(\.city))
      check("union" + suffix, numbers.union(others)) {
        var known = Set<Int>()
        return (all() + other.value).map(\.city).filter { known.insert($0).inserted }
      }
      check("intersection" + suffix, numbers.intersection(others)) {
        all().map(\.city).filter(Set(other.value.map(\.city)).contains)
      }
      check("subtracting" + suffix, numbers.subtracting(others)) {
        let others = Set(other.value.map(\.city))
        return all().map(\.city).filter { !others.contains($0) }
      }
      let counts = list.grouped(by: \.city) { $0.count }
      checkValue(
        "grouped" + suffix, { Dictionary(uniqueKeysWithValues: counts.entries.value.map { ($0.key, $0.row) }) }
      ) {
        Dictionary(grouping: all(), by: \.city).mapValues(\.count)
      }
      checkValue("group" + suffix, { (0..<6).map { counts[id: $0] } }) {
        let groups = Dictionary(grouping: all(), by: \.city)
        return (0..<6).map { groups[$0]?.count }
      }
      let byID = list.indexed { $0.id }
      checkValue("indexed" + suffix, { (0..<20).map { byID[id: $0] } }) {
        let rows = Dictionary(uniqueKeysWithValues: all().map { ($0.id, $0) })
        return (0..<20).map { rows[$0] }
      }
      checkValue("count" + suffix, { list.count }) { all().count }
      let sum = list.sum { $0.number + minimum.value }
      checkValue("sum" + suffix, { sum.value }) { all().reduce(0) { $0 + $1.number + minimum.value } }
      let (least, greatest) = (list.map(\.number).min(), list.map(\.number).max())
      checkValue("extremes" + suffix, { [least.value, greatest.value] }) {
        [all().map(\.number).min(), all().map(\.number).max()]
      }
      let (first, contains) = (list.first { $0.number > minimum.value }, list.contains { $0.number == 7 })
      checkValue("first" + suffix, { first.value }) { all().first { $0.number > minimum.value } }
      checkValue("contains" + suffix, { contains.value }) { all().contains { $0.number == 7 } }
      let reduced = list.reduce(0, adding: { $0 += $1.number }, removing: { $0 -= $1.number })
      checkValue("reduce" + suffix, { reduced.value }) { all().reduce(0) { $0 + $1.number } }
      let joinedText = list.reduce({ "\($0.id)," }, combine: { $0 + $1 })
      checkValue("balanced" + suffix, { joinedText.value ?? "" }) { all().map { "\($0.id)," }.joined() }
      checkValue("row" + suffix, { [list.count > 2 ? list[2] : nil] }) { [all().count > 2 ? all()[2] : nil] }
    }
    func checkPart<Value: Equatable & Sendable>(
      _ name: String, _ read: @escaping @Sendable () -> Value, _ computed: @escaping @Sendable () -> Value
    ) {
      let (property, seen) = (Property { read() }, Locked<Value?>(nil))
      checkValue(name, { property.value }, computed)
      subscriptions.append(effect { seen.withLock { $0 = read() } })
      observed.append(
        Comparison(name: name) {
          let (now, all) = (seen.withLock { $0 }, computed())
          return now == all ? nil : "\(name), observed: \(String(describing: now)) is not \(all)"
        })
    }
    func source(_ list: some ListProtocol<ListRow>, _ all: @escaping @Sendable () -> [ListRow]) {
      lists("", list.list, all)
      let chosen = list.filter { $0.number >= minimum.value }
      let sorted = chosen.sorted { ListWorld.order(descending.value)($0, $1) }
      lists(" of sorted", sorted) {
        all().filter { $0.number >= minimum.value }.sorted(by: ListWorld.order(descending.value))
      }
      checkPart("count as a part", { list.count }) { all().count }
      for index in [0, 2, 9] {
        checkPart("element \(index)", { list.count > index ? list[index] : nil }) {
          let all = all()
          return all.count > index ? all[index] : nil
        }
      }
    }
    if isRemote {
      let copy = Self.replica(of: list)
      source(copy) { copy.value }
      observed.append(
        Comparison(name: "replica") { copy.value == list.value ? nil : "\(copy.value) is not \(list.value)" })
    } else {
      source(list) { list.value }
    }
    checkPart("count of the table", { people.count }) { people.value.count }
    for key in 0..<6 { checkPart("row \(key)", { people[id: key] }) { people.value.first { $0.id == key } } }
    checkPart("first row", { people.count > 0 ? people.rows[0] : nil }) { people.value.first }
    self.checks = checks
    self.observed = observed
    self.subscriptions = subscriptions
  }

  private static func replica(of list: ObservableList<ListRow>) -> RemoteList<ListRow> {
    let service = WireService(coding: JSONWireCoding(), on: Inline())
    service.offer("rows", list: list)
    return RemoteList(
      "rows", over: Loopback(service: service, end: .never), coding: JSONWireCoding(), retrying: Loopback.policy,
      on: Inline())
  }

  deinit { for subscription in subscriptions { subscription.dispose() } }
}
