/// A first-in, first-out queue in constant time, which reuses the storage of up to 2,048 elements.
@usableFromInline
package struct Queue<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  /// An empty queue.
  @inlinable
  package init() {}

  /// Whether the queue has no elements.
  @inlinable
  package var isEmpty: Bool { head == elements.count }

  /// The number of elements.
  @inlinable
  package var count: Int { elements.count - head }

  /// The first element, without removing it.
  @inlinable
  package var first: Element? { isEmpty ? nil : elements[head] }

  /// Adds an element at the end.
  @inlinable
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Removes and returns the first element.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      // After a burst the memory is freed. Otherwise a long-lived queue would keep it.
      elements.removeAll(keepingCapacity: elements.capacity <= 2_048)
      head = 0
    } else if head >= 32, head * 2 >= elements.count {
      // Each removed element moves at most one other, so this is constant time on average.
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}

extension Queue: Sendable where Element: Sendable {}

extension Queue: Sequence {
  /// Iterates over the elements without removing them.
  @usableFromInline
  package func makeIterator() -> some IteratorProtocol<Element> {
    elements[head...].lazy.compactMap { $0 }.makeIterator()
  }
}
