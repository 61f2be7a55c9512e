import Operators
public import StreamCore

/// One step from what a collection was to what it is.
///
/// An index is that of the collection at the time of the step: the steps of a ``CollectionChange``, one after another,
/// make `before` into `after`.
public enum CollectionEdit<Element> {
  /// An element comes in at an index; what was there and after it moves up.
  case insert(Element, at: Int)
  /// The element at an index goes; what was after it moves down.
  case remove(Element, at: Int)
  /// The element at an index makes room for another.
  case replace(Element, with: Element, at: Int)
}

extension CollectionEdit: Sendable where Element: Sendable {}
extension CollectionEdit: Equatable where Element: Equatable {}
extension CollectionEdit: Hashable where Element: Hashable {}

/// What became of a collection, step by step.
public struct CollectionChange<Element: Sendable>: Sendable {
  /// What there was.
  public let before: [Element]

  /// What there is.
  public let after: [Element]

  /// The way from one to the other, from the first index to the last.
  public let edits: [CollectionEdit<Element>]
}

extension CollectionChange: Equatable where Element: Equatable {}

extension CollectionChange where Element: Equatable {
  /// The fewest insertions and removals that lead from one collection to another; a removal and an insertion at one
  /// place are a replacement.
  ///
  /// Takes time in proportion to the elements times the edits.
  public init(from before: some Sequence<Element>, to after: some Sequence<Element>) {
    self.before = Array(before)
    self.after = Array(after)
    let difference = self.after.difference(from: self.before)
    var gone = Set<Int>()
    var new = Set<Int>()
    for step in difference {
      switch step {
      case .remove(let offset, _, _): gone.insert(offset)
      case .insert(let offset, _, _): new.insert(offset)
      }
    }
    var edits: [CollectionEdit<Element>] = []
    // `to` is also where the edit happens: what is before it is new already, and what comes after it still old.
    var (from, to) = (0, 0)
    while from < self.before.count || to < self.after.count {
      let (isGone, isNew) = (gone.contains(from), new.contains(to))
      switch (isGone, isNew) {
      case (true, true): edits.append(.replace(self.before[from], with: self.after[to], at: to))
      case (true, false): edits.append(.remove(self.before[from], at: to))
      case (false, true): edits.append(.insert(self.after[to], at: to))
      case (false, false): break
      }
      if isGone || !isNew { from += 1 }
      if isNew || !isGone { to += 1 }
    }
    self.edits = edits
  }
}

extension RangeReplaceableCollection where Index == Int {
  /// Takes one step. An index that the collection does not have traps.
  public mutating func apply(_ edit: CollectionEdit<Element>) {
    switch edit {
    case .insert(let element, let index): insert(element, at: index)
    case .remove(_, let index): remove(at: index)
    case .replace(_, let element, let index): replaceSubrange(index...index, with: CollectionOfOne(element))
    }
  }
}

extension StreamProtocol where Value: Sequence, Value.Element: Equatable & Sendable {
  /// What becomes of a collection, from value to value, as insertions, removals and replacements with their indexes.
  ///
  ///     source             [a, b]-------[a, c]--------[c]--------|
  ///     collectionEdits()  +a0 +b1------b→c 1---------−a0--------|
  ///
  /// The first change is from nothing: it inserts all that there is. A value that is equal to the one before it makes a
  /// change without edits. Keeps one value. Delivers where the source delivers; ends and fails with it.
  public func collectionEdits() -> Signal<CollectionChange<Value.Element>, Failure> {
    apply(CollectionEditing())
  }
}

private struct CollectionEditing<Elements: Sequence & Sendable>: Operator
where Elements.Element: Equatable & Sendable {
  private var before: [Elements.Element] = []

  mutating func step(_ input: Elements) -> Step<CollectionChange<Elements.Element>> {
    let change = CollectionChange(from: before, to: input)
    before = change.after
    return .emit(change)
  }
}
