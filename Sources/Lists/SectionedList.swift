import Operators
import StreamCore

/// The elements of a list that have one key; made by ``WatchableList/sections(by:sortedBy:)``.
public struct ListSection<Key: Sendable, Element: Sendable>: Sendable {
  /// What its elements have in common.
  public let key: Key

  /// Its elements.
  public let items: DerivedList<Element>
}

extension WatchableList {
  /// The list in sections, one for each key that there is, in the order of the keys.
  ///
  ///     list                 +ada 0, +bob 1------+al 2-----------−bob 1
  ///     sections(by: first)  +[ada] 0, +[bob] 1------------------−[bob] 1
  ///     items of a           +ada 0--------------+al 1-----------------
  ///
  /// A section comes in with its first element and goes with its last; in between its own `items` tell of edits. Its
  /// elements are in an order if one is given; those that are equal in it, or all, in the order in which they came in.
  /// `key` runs once for each element that comes in. An edit takes time in proportion to the square of the logarithm of
  /// the count, and, where a section comes or goes, to the number of sections.
  public func sections<Key: Hashable & Comparable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key,
    sortedBy areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool = { _, _ in false }
  ) -> DerivedList<ListSection<Key, Element>> {
    DerivedList(edits.apply(Sectioning(key: key, areInIncreasingOrder: areInIncreasingOrder)), keeping: self)
  }
}

private struct Sectioning<Key: Hashable & Comparable & Sendable, Element: Sendable>: Operator {
  typealias Section = ListSection<Key, Element>

  struct Member: Sendable {
    let key: Key
    let number: Int
  }

  let key: @Sendable (Element) -> Key
  let areInIncreasingOrder: @Sendable (Element, Element) -> Bool
  var members = Rope<Evenly<Member>>()
  var sections = Rope<Evenly<Section>>()
  var orders: [Key: Order<Element>] = [:]
  var lastNumber = 0

  mutating func step(_ change: CollectionChange<Element>) -> Step<[CollectionEdit<Section>]> {
    .emit(
      change.edits.flatMap { edit -> [CollectionEdit<Section>] in
        switch edit {
        case .insert(let element, let index):
          lastNumber += 1
          return insert(element, Member(key: key(element), number: lastNumber), at: index)
        case .remove(let element, let index):
          return remove(element, members.remove(at: index))
        case .replace(let old, let element, let index):
          return replace(old, with: element, Member(key: key(element), number: members[index].number), at: index)
        }
      })
  }

  /// Where a section is, or would be.
  private func place(of key: Key) -> Int { sections.firstIndex { $0.key < key } }

  private mutating func insert(_ element: Element, _ member: Member, at index: Int) -> [CollectionEdit<Section>] {
    members.insert(member, at: index)
    let place = place(of: member.key)
    var edits: [CollectionEdit<Section>] = []
    if orders[member.key] == nil {
      orders[member.key] = Order(areInIncreasingOrder)
      let section = Section(key: member.key, items: DerivedList(ListCore()))
      sections.insert(section, at: place)
      edits = [.insert(section, at: place)]
    }
    let edit = orders[member.key]!.insert(Numbered(element: element, number: member.number))
    sections[place].items.core.apply([edit])
    return edits
  }

  private mutating func remove(_ element: Element, _ member: Member) -> [CollectionEdit<Section>] {
    let place = place(of: member.key)
    let edit = orders[member.key]!.remove(Numbered(element: element, number: member.number))
    sections[place].items.core.apply([edit])
    guard orders[member.key]!.members.count == 0 else { return [] }
    orders[member.key] = nil
    return [.remove(sections.remove(at: place), at: place)]
  }

  private mutating func replace(
    _ old: Element, with element: Element, _ member: Member, at index: Int
  ) -> [CollectionEdit<Section>] {
    guard member.key == members[index].key else {
      let removed = remove(old, members.remove(at: index))
      return removed + insert(element, member, at: index)
    }
    let edits = orders[member.key]!.replace(Numbered(element: old, number: member.number), with: element)
    sections[place(of: member.key)].items.core.apply(edits)
    return []
  }
}
