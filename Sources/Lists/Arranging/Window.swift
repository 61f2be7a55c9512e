public import Properties

extension ListProtocol {
  /// The first `count` elements of the list.
  ///
  ///     list        +a0 +b1 +c2-------−a0----
  ///     prefix(2)   +a0 +b1-----------−a0 +c1
  ///
  /// A change takes time in proportion to the logarithm of the count. A change behind the prefix changes nothing here.
  /// A negative count traps. Keeps this list alive.
  @inlinable
  public func prefix(_ count: Int, fileID: StaticString = #fileID, line: UInt = #line) -> DerivedList<Element> {
    if count < 0 { fatalError("\(fileID):\(line): `prefix(_:)` needs a count of 0 or more, got \(count).") }
    return part((fileID, line)) { 0..<Swift.min(count, $0) }
  }

  /// The last `count` elements: a list that is limited in size.
  ///
  ///     list        +a0 +b1-------+c2------
  ///     suffix(2)   +a0 +b1-------−a0 +c1--
  ///
  /// All else is as in ``prefix(_:fileID:line:)``.
  @inlinable
  public func suffix(_ count: Int, fileID: StaticString = #fileID, line: UInt = #line) -> DerivedList<Element> {
    if count < 0 { fatalError("\(fileID):\(line): `suffix(_:)` needs a count of 0 or more, got \(count).") }
    return part((fileID, line)) { Swift.max(0, $0 - count)..<$0 }
  }

  /// The elements in a range that is a property, as far as they exist: the rows that are visible.
  ///
  ///     list            +a0 +b1 +c2-----------------
  ///     range           0..<2-----------1..<3-------
  ///     list[range]     +a0 +b1---------−a0 +c1-----
  ///
  /// All else is as in ``prefix(_:fileID:line:)``.
  @inlinable
  public subscript(
    range: some PropertyProtocol<Range<Int>>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Element> {
    let range = range.property
    let input = range.withoutOwners
    return part((fileID, line), keeping: [range.owner]) { input.value.clamped(to: 0..<$0) }
  }

  /// The elements in a range, as far as they exist. As ``prefix(_:fileID:line:)``.
  @inlinable
  public subscript(range: Range<Int>, fileID: StaticString = #fileID, line: UInt = #line) -> DerivedList<Element> {
    part((fileID, line)) { range.clamped(to: 0..<$0) }
  }

  @inlinable
  func part(
    _ callSite: (StaticString, UInt), keeping owners: [AnyObject] = [],
    _ range: @escaping @Sendable (_ count: Int) -> Range<Int>
  ) -> DerivedList<Element> {
    DerivedList(
      Property(Slicing(range), callSite, of: list.rows, keeping: owners, areSame: { $0 === $1 }, { $0 }))
  }
}

/// Takes the rows in a range.
@usableFromInline
struct Slicing<Element: Sendable>: Rule {
  @usableFromInline let range: @Sendable (_ count: Int) -> Range<Int>

  @inlinable
  init(_ range: @escaping @Sendable (_ count: Int) -> Range<Int>) { self.range = range }

  @inlinable
  func reset(_ source: Rows<Element>, _ previous: (source: Rows<Element>, state: Rows<Element>)?) -> Rows<Element> {
    source.slice(range(source.count))
  }

  /// A part with the same rows stays the same version, so that nothing downstream is recomputed.
  @inlinable
  func update(_ state: inout Rows<Element>, from old: Rows<Element>, to new: Rows<Element>) -> Bool {
    let part = new.slice(range(new.count))
    if !Rope.gaps(from: state, to: part)!.all.isEmpty { state = part }
    return true
  }

  @inlinable
  func areSame(_ one: Rows<Element>, _ other: Rows<Element>) -> Bool { one === other }
}
