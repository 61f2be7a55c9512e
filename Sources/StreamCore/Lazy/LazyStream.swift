/// The stream that is pulled: a list whose elements are computed when they are read, and kept.
///
/// It is read by iterating, or with ``first`` and ``rest``. Each element is computed at most once, even if several
/// threads read it. A thread that reads an element which another thread computes waits for it. No lock is held
/// meanwhile. A closure that reads the element that it computes traps.
///
/// ```swift
/// let naturals = LazyStream.unfold(0) { n in
///   defer { n += 1 }
///   return n
/// }
/// for n in naturals where n > 1_000 { print(n) }
/// ```
///
/// A stream is a value and may be passed anywhere. It keeps the elements that were read from it: a reference to the
/// start keeps all of them, and an iterator keeps none of those before it. Iterating over and releasing a list of any
/// length takes a constant amount of stack.
///
/// It is a ``StreamProtocol`` too: subscribing pushes the elements on the caller (``signal``), or on a scheduler
/// (``signal(on:)``). Operators return lazy streams and compute nothing until the result is read.
public struct LazyStream<Element: Sendable>: Sendable {
  @usableFromInline
  enum Storage: Sendable {
    case empty
    /// The rest of an array from a valid index on.
    case array([Element], Int)
    /// An element that a producer computes.
    case cell(LazyCell<Element>)
    /// An element and a rest that two closures compute.
    case pair(Pair<Element>)
    /// The rest of a pair, computed when it is read.
    case rest(Pair<Element>)
  }

  @usableFromInline let storage: Storage

  @inlinable
  init(storage: Storage) { self.storage = storage }

  /// The first element, or `nil` if there is none.
  @inlinable
  public var first: Element? {
    switch resolved.storage {
    case .empty: nil
    case .array(let elements, let index): elements[index]
    case .cell(let node): node.pull()?.head
    case .pair(let pair), .rest(let pair): pair.head
    }
  }

  /// The stream without its first element; an empty stream is its own rest.
  ///
  /// The rest of a stream made by ``init(head:tail:)`` is returned without computing either part. For a stream with a
  /// producer (an iterator, an operator) this computes the first element, because a producer has an order.
  @inlinable
  public var rest: LazyStream {
    let stream = resolved
    switch stream.storage {
    case .empty: return stream
    case .array(let elements, let index): return LazyStream(elements, from: index + 1)
    case .cell(let node): return node.pull()?.rest ?? .empty
    case .pair(let pair), .rest(let pair): return LazyStream(storage: .rest(pair))
    }
  }

  /// Whether there is no element. This may compute the first.
  @inlinable
  public var isEmpty: Bool {
    switch resolved.storage {
    case .empty: true
    case .array, .pair, .rest: false
    case .cell(let node): node.pull() == nil
    }
  }

  /// The same stream with a storage other than `.rest`.
  @inlinable
  var resolved: LazyStream {
    var stream = self
    while case .rest(let pair) = stream.storage { stream = pair.tail }
    return stream
  }

  /// The elements of an array from an index on.
  @inlinable
  init(_ elements: [Element], from index: Int) {
    storage = index < elements.endIndex ? .array(elements, index) : .empty
  }
}

extension LazyStream: Sequence {
  /// Reads a stream element by element, and keeps no element that it has passed.
  public struct Iterator: IteratorProtocol, Sendable {
    /// The elements of an array are read in place, all others from `stream`.
    @usableFromInline var elements: [Element] = []
    @usableFromInline var index = 0
    @usableFromInline var stream: LazyStream

    @inlinable
    init(_ stream: LazyStream) { self.stream = stream }

    /// Returns the next element, and computes it unless it was read before.
    @inlinable
    public mutating func next() -> Element? {
      if index < elements.endIndex {
        defer { index += 1 }
        return elements[index]
      }
      return advance()
    }

    @inlinable
    mutating func advance() -> Element? {
      stream = stream.resolved
      switch stream.storage {
      case .empty:
        return nil
      case .array(let all, let start):
        stream = .empty
        elements = all
        index = start + 1
        return all[start]
      case .cell(let node):
        let pulled = node.pull()
        stream = pulled?.rest ?? .empty
        return pulled?.head
      case .pair(let pair), .rest(let pair):
        stream = LazyStream(storage: .rest(pair))
        return pair.head
      }
    }
  }

  /// An iterator that starts at the first element.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension LazyStream {
  /// The stream itself, which is lazy already.
  @inlinable
  public var lazy: LazyStream { self }

  /// The same elements, all of them computed now and kept in one array.
  ///
  /// Operators on the result are lazy again. For derived values that are computed immediately, use an `Array` of the
  /// stream. Never returns for an infinite stream.
  @inlinable
  public func eager() -> LazyStream { LazyStream(Array(self)) }
}
