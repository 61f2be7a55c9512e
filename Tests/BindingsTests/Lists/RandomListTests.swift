import Rill
import Testing

/// An element that is equal, in an order, to others which it is not.
private struct Item: Hashable, Sendable {
  let number: Int
  let name: Int
}

/// Lists and what is derived from them, against arrays that are computed anew.
@Suite struct RandomListTests {
  private func change(_ list: ListProperty<Item>, _ random: inout Random, _ name: inout Int) {
    func item() -> Item {
      name += 1
      return Item(number: Int.random(in: 0..<50, using: &random), name: name)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: list.insert(item(), at: Int.random(in: 0...list.count, using: &random))
    case 4..<6 where list.count > 0: list.remove(at: Int.random(in: 0..<list.count, using: &random))
    case 6..<8 where list.count > 0: list[Int.random(in: 0..<list.count, using: &random)] = item()
    case 8 where list.count > 0:
      let (from, to) = (Int.random(in: 0..<list.count, using: &random), Int.random(in: 0..<list.count, using: &random))
      list.move(from: from, to: to)
    case 9:
      let items = (0..<3).map { _ in item() }
      list.modify { list in
        let range = Int.random(in: 0...list.count, using: &random)..<list.count
        list.replaceSubrange(range.prefix(5).startIndex..<min(range.lowerBound + 5, range.upperBound), with: items)
      }
    default: list.append(item())
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func everyDerivedListIsAsIfComputedAnew(seed: UInt64) {
    var (random, name) = (Random(state: seed), 0)
    let list = ListProperty((0..<200).map { Item(number: $0 % 50, name: -$0) })
    let other = ListProperty([Item(number: -1, name: -1000)])
    let mapped = list.map { $0.number * 2 }
    let filtered = list.filter { $0.number.isMultiple(of: 3) }
    let sorted = list.sorted { $0.number < $1.number }
    let combined = list.combined(with: other)
    let chained = combined.filter { $0.number < 20 }.map(\.number).sorted()
    let sections = list.sections(by: { $0.number % 7 }, sortedBy: { $0.number < $1.number })
    let plain = list.sections { $0.number % 5 }
    let (followsList, followsMapped, followsFiltered) = (Follower(list), Follower(mapped), Follower(filtered))
    let (followsSorted, followsCombined, followsChained) = (Follower(sorted), Follower(combined), Follower(chained))
    let followsKeys = Follower(sections.map(\.key))
    var array = list.value
    for round in 0..<300 {
      change(round.isMultiple(of: 5) ? other : list, &random, &name)
      array = list.value
      #expect(followsList.elements == array)
      #expect(mapped.value == array.map { $0.number * 2 } && followsMapped.elements == mapped.value)
      #expect(filtered.value == array.filter { $0.number.isMultiple(of: 3) })
      #expect(followsFiltered.elements == filtered.value)
      #expect(sorted.value == stablySorted(array))
      #expect(followsSorted.elements == sorted.value)
      #expect(combined.value == array + other.value && followsCombined.elements == combined.value)
      #expect(chained.value == combined.value.map(\.number).filter { $0 < 20 }.sorted())
      #expect(followsChained.elements == chained.value)
      let groups = Dictionary(grouping: array) { $0.number % 7 }
      #expect(followsKeys.elements == groups.keys.sorted())
      for section in sections.value {
        #expect(section.items.value == stablySorted(groups[section.key]!))
      }
      for section in plain.value {
        #expect(section.items.value == array.filter { $0.number % 5 == section.key })
      }
    }
  }

  private func stablySorted(_ items: [Item]) -> [Item] {
    items.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }.map(\.element)
  }

  @Test func equalElementsAreInTheOrderOfTheSource() {
    let list = ListProperty([Item(number: 1, name: 1), Item(number: 0, name: 2), Item(number: 1, name: 3)])
    let sorted = list.sorted { $0.number < $1.number }
    list.insert(Item(number: 1, name: 4), at: 0)
    #expect(sorted.value.map(\.name) == [2, 4, 1, 3])
    list[1] = Item(number: 1, name: 5)
    #expect(sorted.value.map(\.name) == [2, 4, 5, 3])
    list.move(from: 0, to: 3)
    #expect(sorted.value.map(\.name) == [2, 5, 3, 4])
    #expect(list.sorted { $0.number < $1.number }.value == sorted.value)
  }

  /// Insertions at one place take the room between two labels again and again.
  @Test(arguments: [0, 1, 2]) func equalElementsStayInOrderWhereverTheyComeIn(_ pattern: Int) {
    let list = ListProperty((0..<100).map { Item(number: 0, name: $0) })
    let sorted = list.sorted { $0.number < $1.number }
    let sections = list.sections { $0.number }
    for name in 100..<3_000 {
      let index = [50, 0, name.isMultiple(of: 2) ? 50 : 51][pattern]
      list.insert(Item(number: 0, name: name), at: index)
      if name.isMultiple(of: 7) { list.remove(at: list.count / 2) }
    }
    #expect(sorted.value == list.value)
    #expect(sections[0].items.value == list.value)
  }

  @Test func aSectionTellsOfItsOwnEdits() {
    let list = ListProperty(["ada", "bob"])
    let sections = list.sections(by: { $0.prefix(1) })
    let follower = Follower(sections)
    let a = Follower(sections[0].items)
    list.append("al")
    list.remove(at: 1)
    #expect(a.edits == [[.insert("ada", at: 0)], [.insert("al", at: 1)]])
    #expect(follower.changes.count == 2)
    #expect(sections.value.map(\.key) == ["a"])
    list.removeAll()
    #expect(sections.count == 0)
    #expect(a.elements.isEmpty)
  }

  /// From any arrangement to any other, with no more insertions and removals than have to be.
  @Test(arguments: [5, 6] as [UInt64])
  func aListThatIsSetAsAWhole(seed: UInt64) {
    var random = Random(state: seed)
    let list = ListProperty<Item>()
    let follower = Follower(list)
    for _ in 0..<300 {
      let names = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0..<15, using: &random) }
      let target = names.map { Item(number: Int.random(in: 0..<3, using: &random), name: $0) }
      list.set(target, by: \.name)
      #expect(list.value == target)
      #expect(follower.elements == target)
    }
    let before = list.value
    list.set(before.reversed(), by: \.name)
    let distinct = Set(before.map(\.name)).count
    let inserted = follower.edits.last!.filter { if case .insert = $0 { true } else { false } }
    #expect(inserted.count <= max(0, before.count - 1) + before.count - distinct)
  }

  /// The tree stays balanced however it is changed: long lists built and taken down from either end.
  @Test func longListsFromEitherEnd() {
    let list = ListProperty<Int>()
    let odd = list.filter { !$0.isMultiple(of: 2) }
    for number in 0..<3_000 { list.append(number) }
    for number in 1...3_000 { list.insert(-number, at: 0) }
    #expect(list.value == Array(-3_000..<3_000))
    #expect(odd.count == 3_000)
    for _ in 0..<2_999 {
      list.remove(at: 0)
      list.remove(at: list.count - 1)
    }
    #expect(list.value == [-1, 0])
    #expect(odd.value == [-1])
  }
}
