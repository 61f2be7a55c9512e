/// The elements of a ``ListProperty`` while they are being changed: a collection, each change of which is an edit.
///
/// Reading and changing an element take time in proportion to the logarithm of the count. An index that there is not
/// traps.
public struct ListEditor<Element: Sendable>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  Sendable
{
  private(set) var elements: Rope<Evenly<Element>>
  private(set) var edits: [CollectionEdit<Element>] = []

  /// What the edits begin with. A collection that was put in the place of the editor has another.
  let origin: Origin

  final class Origin: Sendable {
    init() {}
  }

  init(_ elements: Rope<Evenly<Element>>) {
    self.elements = elements
    origin = Origin()
  }

  /// Elements, and the edits that replace them by others.
  init(_ elements: Rope<Evenly<Element>>, replacedBy others: ListEditor) {
    self.init(elements)
    replaceSubrange(0..<count, with: others)
  }

  /// No elements.
  public init() { self.init(Rope()) }

  /// Zero.
  public var startIndex: Int { 0 }

  /// How many there are.
  public var endIndex: Int { elements.count }

  /// An element; setting it replaces it.
  public subscript(index: Int) -> Element {
    get { elements[index] }
    set { make(.replace(elements[index], with: newValue, at: index)) }
  }

  /// Puts elements in the place of others. Where both have one, it is replaced.
  public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "There is no range \(range) of \(count).")
    var (index, rest) = (range.lowerBound, elements[...])
    while index < range.upperBound, let element = rest.popFirst() {
      self[index] = element
      index += 1
    }
    for _ in index..<range.upperBound { make(.remove(self.elements[index], at: index)) }
    for element in rest {
      make(.insert(element, at: index))
      index += 1
    }
  }

  /// Takes all elements out.
  public mutating func removeAll(keepingCapacity keepsCapacity: Bool = false) {
    replaceSubrange(0..<count, with: EmptyCollection())
  }

  /// Takes out the elements that a function accepts, each by an edit; the others stay where they are.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let removed = try elements.array.enumerated().filter { try shouldBeRemoved($0.element) }
    for (index, element) in removed.reversed() { make(.remove(element, at: index)) }
  }

  mutating func make(_ edit: CollectionEdit<Element>) {
    elements.apply(edit)
    edits.append(edit)
  }
}
