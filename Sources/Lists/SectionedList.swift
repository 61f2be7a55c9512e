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
  /// elements are in an order if one is given; those that are equal in it, or all, stand in the order of the list.
  /// `key` runs once for each element that comes in; a key that is not equal to itself (`Double.nan`) traps. An edit
  /// takes time in proportion to the square of the logarithm of the count, and, where a section comes or goes, to the
  /// number of sections.
  public func sections<Key: Hashable & Comparable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key,
    sortedBy areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool = { _, _ in false }
  ) -> DerivedList<ListSection<Key, Element>> {
    DerivedList(edits.apply(Sectioning(key: key, areInIncreasingOrder: areInIncreasingOrder)), keeping: self)
  }
}

private struct Sectioning<Key: Hashable & Comparable & Sendable, Element: Sendable>: Operator {
  typealias Section = ListSection<Key, Element>

  let key: @Sendable (Element) -> Key
  let areInIncreasingOrder: @Sendable (Element, Element) -> Bool
  var keys = Rope<Evenly<Key>>()
  var source = SourceOrder()
  var sections = Rope<Evenly<Section>>()
  var orders: [Key: Order<Element>] = [:]

  mutating func step(_ change: CollectionChange<Element>) -> Step<[CollectionEdit<Section>]> {
    .emit(
      change.edits.flatMap { edit -> [CollectionEdit<Section>] in
        switch edit {
        case .insert(let element, let index):
          return insert(Placed(element: element, position: source.insert(at: index)), validKey(of: element), at: index)
        case .remove(let element, let index):
          return remove(Placed(element: element, position: source.remove(at: index)), at: index)
        case .replace(let old, let element, let index):
          return replace(Placed(element: old, position: source[index]), with: element, validKey(of: element), at: index)
        }
      })
  }

  private func validKey(of element: Element) -> Key {
    let key = key(element)
    precondition(key == key, "A section needs a key that is equal to itself, and \(key) is not.")
    return key
  }

  /// Where a section is, or would be.
  private func place(of key: Key) -> Int { sections.firstIndex { $0.key < key } }

  private mutating func insert(_ element: Placed<Element>, _ key: Key, at index: Int) -> [CollectionEdit<Section>] {
    keys.insert(key, at: index)
    let place = place(of: key)
    var edits: [CollectionEdit<Section>] = []
    if orders[key] == nil {
      orders[key] = Order(areInIncreasingOrder)
      let section = Section(key: key, items: DerivedList(ListCore()))
      sections.insert(section, at: place)
      edits = [.insert(section, at: place)]
    }
    let edit = orders[key]!.insert(element)
    sections[place].items.core.apply([edit])
    return edits
  }

  private mutating func remove(_ element: Placed<Element>, at index: Int) -> [CollectionEdit<Section>] {
    let key = keys.remove(at: index)
    let place = place(of: key)
    let edit = orders[key]!.remove(element)
    sections[place].items.core.apply([edit])
    guard orders[key]!.members.count == 0 else { return [] }
    orders[key] = nil
    return [.remove(sections.remove(at: place), at: place)]
  }

  private mutating func replace(
    _ old: Placed<Element>, with element: Element, _ key: Key, at index: Int
  ) -> [CollectionEdit<Section>] {
    guard key == keys[index] else {
      return remove(old, at: index) + insert(Placed(element: element, position: old.position), key, at: index)
    }
    let edits = orders[key]!.replace(old, with: element)
    sections[place(of: key)].items.core.apply(edits)
    return []
  }
}
