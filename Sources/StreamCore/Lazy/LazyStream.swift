/// The stream that is pulled: a list whose elements are computed when they are read, and kept.
///
/// Reading is iterating, or taking it apart into ``first`` and ``rest``. Each element is computed at most once, however
/// often and from however many threads it is read; a thread that asks for an element another one is computing waits for
/// it. No lock is held meanwhile. A closure that asks for the very element it computes traps.
///
/// ```swift
/// let naturals = LazyStream.unfold(0) { n in
///   defer { n += 1 }
///   return n
/// }
/// for n in naturals where n > 1_000 { print(n) }
/// ```
///
/// A stream is a value and may be passed anywhere. It keeps the elements that were read from it for as long as
/// something holds their place: who holds the start holds all, an iterator holds nothing behind it. Enumerating and
/// releasing a list of any length takes a constant amount of stack.
///
/// It is a ``StreamProtocol`` too: subscribing pushes the elements on the caller (``signal``), or on a scheduler
/// (``signal(on:)``). Operators return lazy streams and compute nothing until the result is read.
public struct LazyStream<Element: Sendable>: Sendable {
  @usableFromInline
  enum Storage: Sendable {
    case empty
    /// What is left of an array from an index on, which is a valid one.
    case array([Element], Int)
    /// An element that a producer may have to be asked for.
    case node(Node<Element>)
    /// An element and a rest that two closures compute.
    case pair(Pair<Element>)
    /// The rest of a pair, which is not computed before it is read.
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
    case .node(let node): node.pull()?.head
    case .pair(let pair), .rest(let pair): pair.head
    }
  }

  /// The stream without its first element; an empty stream is its own rest.
  ///
  /// Taking the rest of a stream made by ``init(head:tail:)`` computes neither; of one that has a producer (an
  /// iterator, an operator) it computes the first element, since these come in order.
  @inlinable
  public var rest: LazyStream {
    let stream = resolved
    switch stream.storage {
    case .empty: return stream
    case .array(let elements, let index): return LazyStream(elements, from: index + 1)
    case .node(let node): return node.pull()?.rest ?? .empty
    case .pair(let pair), .rest(let pair): return LazyStream(storage: .rest(pair))
    }
  }

  /// Whether there is no element. Finding out may compute the first.
  @inlinable
  public var isEmpty: Bool {
    switch resolved.storage {
    case .empty: true
    case .array, .pair, .rest: false
    case .node(let node): node.pull() == nil
    }
  }

  /// The same stream, its storage not being `.rest`.
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
  /// Reads a stream from one element to the next, and holds nothing that is behind it.
  public struct Iterator: IteratorProtocol, Sendable {
    /// An array's elements are read in place, everything else from `stream`.
    @usableFromInline var elements: [Element] = []
    @usableFromInline var index = 0
    @usableFromInline var stream: LazyStream

    @inlinable
    init(_ stream: LazyStream) { self.stream = stream }

    /// Computes the next element, if nobody has, and moves on.
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
      case .node(let node):
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
  /// The stream itself: what Swift's sequences have under this name, it is already.
  @inlinable
  public var lazy: LazyStream { self }

  /// The same elements, all of them computed now and kept in one array.
  ///
  /// What is derived from the result is lazy again; for derived values that are computed at once, use an `Array` of the
  /// stream. Never returns for an infinite stream.
  @inlinable
  public func eager() -> LazyStream { LazyStream(Array(self)) }
}
