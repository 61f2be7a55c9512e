import Operators
public import StreamCore

/// One step of the difference between two versions of a collection.
///
/// An index counts in the collection at the time of the step. The steps of a ``CollectionChange``, in order, turn
/// `before` into `after`.
public enum CollectionEdit<Element> {
  /// Inserts an element at an index; the elements from there on move up.
  case insert(Element, at: Int)
  /// Removes the element at an index; the elements after it move down.
  case remove(Element, at: Int)
  /// Replaces the element at an index.
  case replace(Element, with: Element, at: Int)
  /// Moves the element at an index: a removal, and an insertion at an index among the other elements.
  case move(Element, from: Int, to: Int)
}

extension CollectionEdit: Sendable where Element: Sendable {}
extension CollectionEdit: Equatable where Element: Equatable {}
extension CollectionEdit: Hashable where Element: Hashable {}

/// The change of a collection, step by step.
public struct CollectionChange<Element: Sendable>: Sendable {
  @usableFromInline let source: Rows<Element>
  @usableFromInline let target: Rows<Element>

  /// The edits, once they have been asked for.
  @usableFromInline let found: Lock<[CollectionEdit<Element>]?>

  /// The edits that make ``before`` into ``after``.
  ///
  /// They are computed when they are first read. If everything has changed, that takes time in proportion to the count,
  /// times its logarithm if elements have moved. An observer that shows the list again without animation need not read
  /// them.
  @inlinable public var edits: [CollectionEdit<Element>] {
    if let known = found.withLock({ $0 }) { return known }
    let made = Rope.edits(from: source, to: target, isBounded: false)!.map(\.edit)
    found.withLock { $0 = made }
    return made
  }

  @usableFromInline
  init(from source: Rows<Element>, to target: Rows<Element>) {
    self.source = source
    self.target = target
    found = Lock(nil)
  }

  init(_ source: Rows<Element>, _ target: Rows<Element>, _ edits: [CollectionEdit<Element>]) {
    self.source = source
    self.target = target
    found = Lock(edits)
  }

  /// The elements before the change. Takes time in proportion to their number.
  public var before: [Element] { source.elements() }

  /// The elements after the change. Takes time in proportion to their number.
  public var after: [Element] { target.elements() }
}

extension CollectionChange: Equatable where Element: Equatable {
  /// Returns whether two changes are the same edits of equal elements.
  public static func == (one: CollectionChange, other: CollectionChange) -> Bool {
    one.edits == other.edits && one.before == other.before && one.after == other.after
  }
}

extension CollectionChange where Element: Equatable {
  /// The fewest insertions and removals that lead from one collection to another. A removal and an insertion at one
  /// index become a replacement.
  ///
  /// Takes time in proportion to the elements times the edits.
  public init(from before: some Sequence<Element>, to after: some Sequence<Element>) {
    let (before, after) = (Array(before), Array(after))
    let shared = min(before.count, after.count)
    var (start, end) = (0, 0)
    while start < shared, before[start] == after[start] { start += 1 }
    while end < shared - start, before[before.count - 1 - end] == after[after.count - 1 - end] { end += 1 }
    let (old, rest) = (before[start..<before.count - end], after[start..<after.count - end])
    // With nothing on one side, the standard library takes quadratic time.
    let isPlain = old.isEmpty || rest.isEmpty
    var gone = Set(isPlain ? old.indices : 0..<0)
    var new = Set(isPlain ? rest.indices : 0..<0)
    for step in isPlain ? [] : Array(rest.difference(from: old)) {
      switch step {
      case .remove(let offset, _, _): gone.insert(start + offset)
      case .insert(let offset, _, _): new.insert(start + offset)
      }
    }
    self.init(Rope(rowsOf: before), Rope(rowsOf: after), collectionEdits(from: before, to: after, gone, new))
  }
}

/// The edits between two arrays, where it is known which elements are removed and which are new.
private func collectionEdits<Element>(
  from before: [Element], to after: [Element], _ gone: Set<Int>, _ new: Set<Int>
) -> [CollectionEdit<Element>] {
  var edits: [CollectionEdit<Element>] = []
  // `to` is also the index of the edit: elements before it are new, and elements from there on are old.
  var (from, to) = (0, 0)
  while from < before.count || to < after.count {
    let (isGone, isNew) = (gone.contains(from), new.contains(to))
    switch (isGone, isNew) {
    case (true, true): edits.append(.replace(before[from], with: after[to], at: to))
    case (true, false): edits.append(.remove(before[from], at: to))
    case (false, true): edits.append(.insert(after[to], at: to))
    case (false, false): break
    }
    if isGone || !isNew { from += 1 }
    if isNew || !isGone { to += 1 }
  }
  return edits
}

extension RangeReplaceableCollection where Index == Int {
  /// Applies one edit. An index that the collection does not have traps.
  public mutating func apply(_ edit: CollectionEdit<Element>) {
    switch edit {
    case .insert(let element, let index): insert(element, at: index)
    case .remove(_, let index): remove(at: index)
    case .replace(_, let element, let index): replaceSubrange(index...index, with: CollectionOfOne(element))
    case .move(_, let index, let other):
      let element = remove(at: index)
      insert(element, at: other)
    }
  }
}

extension StreamProtocol where Value: Sequence, Value.Element: Equatable & Sendable {
  /// The changes of a collection, from value to value, as insertions, removals and replacements with their indexes.
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
