import Operators
import StreamCore

extension WatchableList {
  /// The list of the elements that a function accepts, in their order.
  ///
  ///     list                 +1 at 0, +4 at 1---+6 at 1---−1 at 0
  ///     filter(isEven)       +4 at 0------------+6 at 0----------
  ///
  /// The function runs once for each element that comes in. An edit takes time in proportion to the logarithm of the
  /// count.
  public func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> DerivedList<Element> {
    DerivedList(edits.apply(Filtering(isIncluded: isIncluded)), keeping: self)
  }
}

private struct Filtering<Element: Sendable>: Operator {
  /// Whether an element is in the list: those that are weigh one.
  enum Included: Weigher {
    static func weight(of elements: ArraySlice<Bool>) -> Int { elements.reduce(0) { $0 + ($1 ? 1 : 0) } }
  }

  let isIncluded: @Sendable (Element) -> Bool
  var included = Rope<Included>()

  mutating func step(_ change: CollectionChange<Element>) -> Step<[CollectionEdit<Element>]> {
    .emit(
      change.edits.compactMap { edit in
        switch edit {
        case .insert(let element, let index):
          let place = included.weight(before: index)
          let isIncluded = isIncluded(element)
          included.insert(isIncluded, at: index)
          return isIncluded ? .insert(element, at: place) : nil
        case .remove(let element, let index):
          return included.remove(at: index) ? .remove(element, at: included.weight(before: index)) : nil
        case .replace(let old, let element, let index):
          let place = included.weight(before: index)
          let (was, isIncluded) = (included[index], isIncluded(element))
          included[index] = isIncluded
          switch (was, isIncluded) {
          case (true, true): return .replace(old, with: element, at: place)
          case (true, false): return .remove(old, at: place)
          case (false, true): return .insert(element, at: place)
          case (false, false): return nil
          }
        }
      })
  }
}
