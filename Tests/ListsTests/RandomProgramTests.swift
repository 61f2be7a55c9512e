import Dispatch
import Rill
import Testing

/// A row that is equal, in an order, to others which it is not.
private struct RandomRow: Hashable, Sendable, Identifiable {
  let id: Int
  var number: Int
  var city: Int
}

/// A derived collection, and what it is computed from all elements.
private struct Comparison: Sendable {
  let name: String

  /// A description of the difference, if there is one.
  let difference: @Sendable () -> String?
}

/// A list, a table, criteria, and everything that is derived from them.
private final class RandomWorld: Sendable {
  let list = ObservableList<RandomRow>()
  let other = ObservableList<RandomRow>()
  let people = TableProperty<Int, RandomRow>()
  let minimum = MutableProperty(0)
  let descending = MutableProperty(false)
  let window = MutableProperty(0..<5)
  let checks: [Comparison]

  /// What observers have of the lists that they observe, by applying edits.
  let observed: [Comparison]

  static func order(_ descending: Bool) -> @Sendable (RandomRow, RandomRow) -> Bool {
    { one, other in descending ? one.number > other.number : one.number < other.number }
  }

  init() {
    let (list, other, people, minimum) = (self.list, self.other, self.people, self.minimum)
    let (descending, window) = (self.descending, self.window)
    var checks: [Comparison] = []
    var observed: [Comparison] = []
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
      let seen = Lock<[Element]>([])
      let subscription = derived.edits.subscribe(isolation: nil) { change in
        var elements = seen.withLock { $0 }
        for edit in change.edits { elements.apply(edit) }
        seen.withLock { $0 = elements }
      }
      observed.append(
        Comparison(name: name) {
          _ = subscription
          let (now, all) = (seen.withLock { $0 }, computed())
          return now == all ? nil : "\(name), observed: \(now) is not \(all)"
        })
    }
    func lists(_ suffix: String, _ list: DerivedList<RandomRow>, _ all: @escaping @Sendable () -> [RandomRow]) {
      let sorted = list.sorted { RandomWorld.order(descending.value)($0, $1) }
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
      check("sorted" + suffix, sorted) { all().sorted(by: RandomWorld.order(descending.value)) }
      check("reversed" + suffix, list.reversed()) { all().reversed() }
      check("prefix" + suffix, sorted.prefix(4)) {
        Array(all().sorted(by: RandomWorld.order(descending.value)).prefix(4))
      }
      check("suffix" + suffix, list.suffix(3)) { all().suffix(3) }
      check("window" + suffix, list[window]) {
        let all = all()
        return Array(all[window.value.clamped(to: 0..<all.count)])
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
    lists("", list.list) { list.value }
    let chosen = list.filter { $0.number >= minimum.value }
    let sorted = chosen.sorted { RandomWorld.order(descending.value)($0, $1) }
    lists(" of sorted", sorted) {
      list.value.filter { $0.number >= minimum.value }.sorted(by: RandomWorld.order(descending.value))
    }
    self.checks = checks
    self.observed = observed
  }

  func step(_ random: inout Random, _ name: inout Int) {
    var nextID = name
    func item() -> RandomRow {
      nextID += 1
      return RandomRow(
        id: nextID, number: .random(in: 0..<20, using: &random), city: .random(in: 0..<6, using: &random))
    }
    func changed(_ item: RandomRow) -> RandomRow {
      RandomRow(id: item.id, number: .random(in: 0..<20, using: &random), city: .random(in: 0..<6, using: &random))
    }
    let target = Int.random(in: 0..<4, using: &random) == 0 ? other : list
    let count = target.count
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<4: target.insert(item(), at: .random(in: 0...count, using: &random))
    case 4..<7 where count > 0: target.remove(at: .random(in: 0..<count, using: &random))
    case 7..<11 where count > 0:
      let index = Int.random(in: 0..<count, using: &random)
      target[index] = changed(target[index])
    case 11..<13 where count > 0:
      target.move(from: .random(in: 0..<count, using: &random), to: .random(in: 0..<count, using: &random))
    case 13:
      let items = (0..<Int.random(in: 0..<5, using: &random)).map { _ in item() }
      let start = Int.random(in: 0...count, using: &random)
      let range = start..<min(count, start + Int.random(in: 0..<5, using: &random))
      target.modify { $0.replaceSubrange(range, with: items) }
    case 14:
      let rest = Int.random(in: 0..<3, using: &random)
      if count > 40 { target.removeAll { $0.id % 3 == rest } }
    case 15: target.set(target.value.shuffled(using: &random).dropLast(count > 30 ? 3 : 0) + [item()])
    case 16 where count > 0:
      var items = target.value
      for index in items.indices where index % 3 == 0 { items[index] = changed(items[index]) }
      let (first, second) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
      items.swapAt(first, second)
      target.set(items)
    case 17: minimum.value = .random(in: 0..<20, using: &random)
    case 18: descending.value.toggle()
    case 19: window.value = .random(in: 0..<10, using: &random)..<Int.random(in: 10..<20, using: &random)
    case 20: people[id: .random(in: 0..<6, using: &random)] = nil
    case 21:
      let id = Int.random(in: 0..<6, using: &random)
      people.update([RandomRow(id: id, number: .random(in: 0..<9, using: &random), city: 0)])
    case 22: people.modify(id: .random(in: 0..<6, using: &random)) { $0.number += 1 }
    case 23:
      people.set((0..<6).shuffled(using: &random).prefix(3).map { RandomRow(id: $0, number: $0, city: 1) })
    default: target.append(item())
    }
    name = nextID
  }
}

@Suite struct RandomProgramTests {
  /// A program of steps and batches; after each, every derived collection equals what it is computed from all elements.
  @Test(arguments: 1...8) func everyDerivedCollectionEqualsRecomputation(seed: Int) {
    var random = Random(state: UInt64(seed) &* 7919)
    let world = RandomWorld()
    var name = 0
    for step in 0..<400 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        batch {
          for _ in 0..<Int.random(in: 1..<6, using: &random) {
            world.step(&random, &name)
            guard Bool.random(using: &random), let check = world.checks.randomElement(using: &random) else { continue }
            if let difference = check.difference() { Issue.record("step \(step), in a batch: \(difference)") }
          }
        }
      case 1:
        struct Stop: Error {}
        let before = world.list.value
        try? batch {
          world.step(&random, &name)
          if let difference = world.checks.randomElement(using: &random)!.difference() {
            Issue.record("step \(step), in a batch that throws: \(difference)")
          }
          throw Stop()
        }
        #expect(world.list.value == before)
      default: world.step(&random, &name)
      }
      let isComplete = step % 3 == 0
      for check in isComplete ? world.checks + world.observed : world.observed.filter({ _ in step % 2 == 0 }) {
        if let difference = check.difference() {
          Issue.record("step \(step): \(difference)")
          return
        }
      }
    }
  }

  /// Threads that change the same sources, while others read; when all have ended, everything equals recomputation.
  @Test(arguments: 1...3) func threadsChangeTheSources(seed: Int) {
    let world = RandomWorld()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = Random(state: UInt64(seed * 4 + thread) &* 104_729)
      for step in 0..<150 {
        world.concurrentStep(&random, id: (step * 4 + thread + 1) * 10)
        if step % 10 == thread { _ = world.checks.randomElement(using: &random)!.difference() }
      }
    }
    // Another thread may have been left the last notifications.
    let observers = world.observed
    var rounds = 0
    while observers.contains(where: { $0.difference() != nil }), rounds < 100_000 {
      rounds += 1
      DispatchQueue.global().sync {}
    }
    for check in world.checks + world.observed {
      if let difference = check.difference() {
        Issue.record("\(difference)")
        return
      }
    }
  }
}

extension RandomWorld {
  /// A change that is right whatever other threads have changed meanwhile.
  func concurrentStep(_ random: inout Random, id: Int) {
    let (place, number) = (Int.random(in: 0..<1000, using: &random), Int.random(in: 0..<20, using: &random))
    let city = Int.random(in: 0..<6, using: &random)
    let target = Int.random(in: 0..<4, using: &random) == 0 ? other : list
    func change(_ kind: Int) {
      switch kind {
      case 0..<4:
        target.modify { $0.insert(RandomRow(id: id, number: number, city: city), at: place % ($0.count + 1)) }
      case 4..<6: target.modify { if $0.count > 0 { $0.remove(at: place % $0.count) } }
      case 6..<9:
        target.modify { list in
          guard list.count > 0 else { return }
          list[place % list.count].number = number
          list[place % list.count].city = city
        }
      case 9: target.modify { if $0.count > 0 { $0.move(from: place % $0.count, to: number % $0.count) } }
      case 10: minimum.value = number
      case 11: descending.value = number % 2 == 0
      case 12: people[id: city] = number % 3 == 0 ? nil : RandomRow(id: city, number: number, city: 0)
      default: people.modify(id: city) { $0.number += 1 }
      }
    }
    let kinds = (0..<3).map { _ in Int.random(in: 0..<14, using: &random) }
    if number < 5 { batch { for kind in kinds.prefix(1) { change(kind) } } } else { change(kinds[0]) }
  }
}
