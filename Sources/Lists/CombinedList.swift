import Operators
import StreamCore

extension WatchableList {
  /// The elements of this list, and then those of another.
  ///
  ///     list                    +a0-------+b1-------
  ///     other                   ----+x0-------−x0---
  ///     combined(with: other)   +a0-+x1---+b1-−x2---
  ///
  /// An edit takes time in proportion to the logarithm of the count. It completes when both have.
  public func combined(with other: some WatchableList<Element>) -> DerivedList<Element> {
    let first = edits.map { Part(isFirst: true, edits: $0.edits) }
    let second = other.edits.map { Part(isFirst: false, edits: $0.edits) }
    return DerivedList(first.merge(second).apply(Combining()), keeping: self, other)
  }
}

private struct Part<Element: Sendable>: Sendable {
  let isFirst: Bool
  let edits: [CollectionEdit<Element>]
}

private struct Combining<Element: Sendable>: Operator {
  /// How many elements the first list has.
  var count = 0

  mutating func step(_ part: Part<Element>) -> Step<[CollectionEdit<Element>]> {
    if !part.isFirst { return .emit(part.edits.map { $0.moved(by: count) }) }
    for edit in part.edits {
      switch edit {
      case .insert: count += 1
      case .remove: count -= 1
      case .replace: break
      }
    }
    return .emit(part.edits)
  }
}

extension CollectionEdit {
  fileprivate func moved(by offset: Int) -> CollectionEdit {
    switch self {
    case .insert(let element, let index): .insert(element, at: index + offset)
    case .remove(let element, let index): .remove(element, at: index + offset)
    case .replace(let old, let element, let index): .replace(old, with: element, at: index + offset)
    }
  }
}
