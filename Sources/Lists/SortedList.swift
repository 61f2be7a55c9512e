import Operators
import StreamCore

extension WatchableList {
  /// The list in an order; elements that are equal in it stand in the order of the list.
  ///
  ///     list             +5 at 0, +2 at 1---+3 at 2---−5 at 0
  ///     sorted(by: <)    +5 at 0, +2 at 0---+3 at 1---−5 at 2
  ///
  /// An edit takes time in proportion to the square of the logarithm of the count. The function says of two elements
  /// always the same, and is a strict weak order; where it is found not to be, it traps.
  public func sorted(
    by areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool
  ) -> DerivedList<Element> {
    DerivedList(edits.apply(Sorting(order: Order(areInIncreasingOrder))), keeping: self)
  }
}

extension WatchableList where Element: Comparable {
  /// The list in its elements' own order. See ``sorted(by:)``.
  public func sorted() -> DerivedList<Element> { sorted { $0 < $1 } }
}

/// An element with its position in the source, which tells it from equal ones.
struct Placed<Element: Sendable>: Sendable {
  let element: Element
  let position: Position
}

/// An order in which no two elements are equal, and what is in it.
struct Order<Element: Sendable>: Sendable {
  private let areInIncreasingOrder: @Sendable (Element, Element) -> Bool
  private(set) var members = Rope<Evenly<Placed<Element>>>()

  init(_ areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  private func place(of element: Placed<Element>) -> Int {
    members.firstIndex { other in
      if areInIncreasingOrder(other.element, element.element) { return true }
      return other.position.label < element.position.label && !areInIncreasingOrder(element.element, other.element)
    }
  }

  mutating func insert(_ element: Placed<Element>) -> CollectionEdit<Element> {
    let place = place(of: element)
    members.insert(element, at: place)
    return .insert(element.element, at: place)
  }

  mutating func remove(_ element: Placed<Element>) -> CollectionEdit<Element> {
    let place = place(of: element)
    precondition(
      place < members.count && members[place].position === element.position,
      "A list of \(Element.self) is not sorted by an order: an element is not where it was put.")
    return .remove(members.remove(at: place).element, at: place)
  }

  /// A replacement, where it stays in its place; else two steps.
  mutating func replace(_ old: Placed<Element>, with new: Element) -> [CollectionEdit<Element>] {
    let removal = remove(old)
    let insertion = insert(Placed(element: new, position: old.position))
    if case .remove(let old, let from) = removal, case .insert(_, let to) = insertion, from == to {
      return [.replace(old, with: new, at: to)]
    }
    return [removal, insertion]
  }
}

private struct Sorting<Element: Sendable>: Operator {
  var order: Order<Element>
  var source = SourceOrder()

  mutating func step(_ change: CollectionChange<Element>) -> Step<[CollectionEdit<Element>]> {
    .emit(
      change.edits.flatMap { edit -> [CollectionEdit<Element>] in
        switch edit {
        case .insert(let element, let index):
          return [order.insert(Placed(element: element, position: source.insert(at: index)))]
        case .remove(let element, let index):
          return [order.remove(Placed(element: element, position: source.remove(at: index)))]
        case .replace(let old, let new, let index):
          return order.replace(Placed(element: old, position: source[index]), with: new)
        }
      })
  }
}
