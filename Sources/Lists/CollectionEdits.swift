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
  let source: Rope<Evenly<Element>>
  let target: Rope<Evenly<Element>>

  /// The way from one to the other. Where it was found by comparing, it leads from the first index to the last.
  public let edits: [CollectionEdit<Element>]

  init(_ source: Rope<Evenly<Element>>, _ target: Rope<Evenly<Element>>, _ edits: [CollectionEdit<Element>]) {
    self.source = source
    self.target = target
    self.edits = edits
  }

  /// What there was. Of a list that keeps edits, it takes time in proportion to the count.
  public var before: [Element] { source.array }

  /// What there is. Of a list that keeps edits, it takes time in proportion to the count.
  public var after: [Element] { target.array }
}

extension CollectionChange: Equatable where Element: Equatable {
  /// Whether the same became of the same.
  public static func == (one: CollectionChange, other: CollectionChange) -> Bool {
    one.edits == other.edits && one.before == other.before && one.after == other.after
  }
}

extension CollectionChange where Element: Equatable {
  /// The fewest insertions and removals that lead from one collection to another; a removal and an insertion at one
  /// place are a replacement.
  ///
  /// Takes time in proportion to the elements times the edits.
  public init(from before: some Sequence<Element>, to after: some Sequence<Element>) {
    let (before, after) = (Array(before), Array(after))
    var gone = Set<Int>()
    var new = Set<Int>()
    for step in after.difference(from: before) {
      switch step {
      case .remove(let offset, _, _): gone.insert(offset)
      case .insert(let offset, _, _): new.insert(offset)
      }
    }
    let edits = Lists.collectionEdits(from: before, to: after, gone: gone, new: new) { _, _ in true }
    self.init(Rope(before), Rope(after), edits)
  }
}

/// The way from one array to another, where it is known which elements go and which are new; those that stay are
/// replaced unless they are the same.
func collectionEdits<Element>(
  from before: [Element], to after: [Element], gone: Set<Int>, new: Set<Int>, areSame: (Element, Element) -> Bool
) -> [CollectionEdit<Element>] {
  var edits: [CollectionEdit<Element>] = []
  // `to` is also where the edit happens: what is before it is new already, and what comes after it still old.
  var (from, to) = (0, 0)
  while from < before.count || to < after.count {
    let (isGone, isNew) = (gone.contains(from), new.contains(to))
    switch (isGone, isNew) {
    case (true, true): edits.append(.replace(before[from], with: after[to], at: to))
    case (true, false): edits.append(.remove(before[from], at: to))
    case (false, true): edits.append(.insert(after[to], at: to))
    case (false, false):
      if !areSame(before[from], after[to]) { edits.append(.replace(before[from], with: after[to], at: to)) }
    }
    if isGone || !isNew { from += 1 }
    if isNew || !isGone { to += 1 }
  }
  return edits
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
