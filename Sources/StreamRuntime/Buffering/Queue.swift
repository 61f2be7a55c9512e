/// First in, first out, in constant time, reusing its storage.
@usableFromInline
package struct Queue<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  /// An empty queue.
  @inlinable
  package init() {}

  /// Whether there is nothing in it.
  @inlinable
  package var isEmpty: Bool { head == elements.count }

  /// How many elements are in it.
  @inlinable
  package var count: Int { elements.count - head }

  /// The first element, which stays.
  @inlinable
  package var first: Element? { isEmpty ? nil : elements[head] }

  /// Puts an element last.
  @inlinable
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes the first element.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= elements.count {
      // Each element is moved at most once for every one that was taken, so this is constant time on average.
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}

extension Queue: Sendable where Element: Sendable {}

extension Queue: Sequence {
  /// Goes through the elements, which stay.
  @usableFromInline
  package func makeIterator() -> some IteratorProtocol<Element> {
    elements[head...].lazy.compactMap { $0 }.makeIterator()
  }
}
