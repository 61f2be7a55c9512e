public import Operators
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
  @usableFromInline
  enum Version: Sendable {
    case rows(Rows<Element>)
    case array([Element])

    @inlinable var elements: [Element] {
      switch self {
      case .rows(let rows): rows.elements()
      case .array(let elements): elements
      }
    }
  }

  @usableFromInline let source: Version
  @usableFromInline let target: Version

  /// The edits; `nil` until they are first read.
  @usableFromInline let found: Lock<[CollectionEdit<Element>]?>

  /// The edits that make ``before`` into ``after``.
  ///
  /// They are computed when they are first read. If everything has changed, that takes time in proportion to the count,
  /// times its logarithm if elements have moved. An observer that shows the list again without animation need not read
  /// them.
  @inlinable public var edits: [CollectionEdit<Element>] {
    if let known = found.withLock({ $0 }) { return known }
    guard case .rows(let old) = source, case .rows(let new) = target else { return [] }
    let made = Rope.edits(from: old, to: new, isBounded: false)!.map(\.edit)
    found.withLock { $0 = made }
    return made
  }

  @usableFromInline
  init(from source: Rows<Element>, to target: Rows<Element>) { self.init(.rows(source), .rows(target), nil) }

  /// - Parameter edits: `nil` if they are computed when they are read.
  @usableFromInline
  init(_ source: Version, _ target: Version, _ edits: [CollectionEdit<Element>]?) {
    self.source = source
    self.target = target
    found = Lock(edits)
  }

  /// The elements before the change. Takes time in proportion to their number.
  public var before: [Element] { source.elements }

  /// The elements after the change. Takes time in proportion to their number.
  public var after: [Element] { target.elements }
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
  @inlinable
  public init(from before: some Sequence<Element>, to after: some Sequence<Element>) {
    let (before, after) = (Array(before), Array(after))
    self.init(.array(before), .array(after), arrayEdits(from: before, to: after))
  }

  /// Compares only the rows that two lists do not share.
  @inlinable
  init(comparing before: Rows<Element>, to after: Rows<Element>) {
    let gaps = Rope.gaps(from: before, to: after)!
    let edits = gaps.all.flatMap { gap in
      arrayEdits(from: gaps.old[gap.old].map(\.element), to: gaps.new[gap.new].map(\.element), at: gap.newStart)
    }
    self.init(.rows(before), .rows(after), edits)
  }
}

/// The fewest edits between two arrays, which begin at an index of a longer list.
@inlinable
func arrayEdits<Element: Equatable>(
  from before: [Element], to after: [Element], at index: Int = 0
) -> [CollectionEdit<Element>] {
  let shared = min(before.count, after.count)
  var (start, end) = (0, 0)
  while start < shared, before[start] == after[start] { start += 1 }
  while end < shared - start, before[before.count - 1 - end] == after[after.count - 1 - end] { end += 1 }
  return arrayEdits(from: before[start..<before.count - end], to: after[start..<after.count - end], at: index + start)
}

/// The fewest edits between the parts of two arrays. Equal elements at the ends should be left out.
@usableFromInline
func arrayEdits<Element: Equatable>(
  from before: ArraySlice<Element>, to after: ArraySlice<Element>, at index: Int
) -> [CollectionEdit<Element>] {
  // With nothing on one side, the standard library takes quadratic time.
  let isPlain = before.isEmpty || after.isEmpty
  var gone = Set(isPlain ? before.indices : 0..<0)
  var new = Set(isPlain ? after.indices : 0..<0)
  for step in isPlain ? [] : Array(after.difference(from: before)) {
    switch step {
    case .remove(let offset, _, _): gone.insert(before.startIndex + offset)
    case .insert(let offset, _, _): new.insert(after.startIndex + offset)
    }
  }
  var edits: [CollectionEdit<Element>] = []
  // Elements of `after` before `to` are in place, and elements of `before` from `from` on are old.
  var (from, to) = (before.startIndex, after.startIndex)
  while from < before.endIndex || to < after.endIndex {
    let (isGone, isNew) = (gone.contains(from), new.contains(to))
    let place = index + to - after.startIndex
    switch (isGone, isNew) {
    case (true, true): edits.append(.replace(before[from], with: after[to], at: place))
    case (true, false): edits.append(.remove(before[from], at: place))
    case (false, true): edits.append(.insert(after[to], at: place))
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
  /// The first change is from nothing: it inserts all elements. A value that is equal to the one before it makes a
  /// change without edits. Arrays are compared from both ends, so an edit takes one comparison for each element.
  /// ``ListElements`` are compared only where they differ, so an edit takes time in proportion to the logarithm of the
  /// count. Keeps one value. Delivers where the source delivers; completes and fails with it.
  @inlinable
  public func collectionEdits() -> Signal<CollectionChange<Value.Element>, Failure> {
    apply(DiffingElements())
  }
}

@usableFromInline
struct DiffingElements<Elements: Sequence & Sendable>: Operator where Elements.Element: Equatable & Sendable {
  @usableFromInline var before: CollectionChange<Elements.Element>.Version = .array([])

  @inlinable init() {}

  @inlinable
  mutating func step(_ input: Elements) -> Step<CollectionChange<Elements.Element>> {
    let change: CollectionChange<Elements.Element>
    if let list = input as? ListElements<Elements.Element> {
      let rows = if case .rows(let rows) = before { rows } else { Rows<Elements.Element>() }
      change = CollectionChange(comparing: rows, to: list.rows)
    } else {
      change = CollectionChange(from: before.elements, to: input)
    }
    before = change.target
    return .emit(change)
  }
}
