extension LazyStream {
  /// No elements.
  public static var empty: LazyStream { LazyStream(storage: .empty) }

  /// A stream of one element: the `return` of the monad.
  public static func just(_ element: Element) -> LazyStream { LazyStream(storage: .array([element], 0)) }

  /// An element and a rest, each computed by a closure when it is first read.
  ///
  /// ```swift
  /// func naturals(from n: Int) -> LazyStream<Int> {
  ///   LazyStream(head: { n }, tail: { naturals(from: n + 1) })
  /// }
  /// ```
  ///
  /// Each closure runs at most once, on the thread that reads, in either order. Without a `tail` there is one element.
  @inlinable
  public init(
    head: @escaping @Sendable () -> Element,
    tail: @escaping @Sendable () -> LazyStream = { .empty }
  ) {
    self.init(storage: .pair(Pair(head, tail)))
  }

  /// The elements that a closure makes from a state, until it returns `nil`.
  ///
  /// The calls are serial, each when its element is first read, and never after `nil`. Keeps the state until then.
  @inlinable
  public static func unfold<State>(
    _ state: sending State, _ next: @escaping @Sendable (inout State) -> Element?
  ) -> LazyStream {
    let state = Box(state)
    return LazyStream(producing: { next(&state.value) })
  }

  /// The elements of an array, as it is now.
  @inlinable
  public init(_ elements: [Element]) { self.init(elements, from: elements.startIndex) }

  /// The elements of a sequence: a range, a set, a dictionary's pairs, a string's characters.
  ///
  /// One iteration starts when the first element is read, and advances with each element that is read. The stream has a
  /// copy of the sequence.
  @inlinable
  public init<Elements: Sequence & Sendable>(_ elements: Elements) where Elements.Element == Element {
    let iteration = Box<(Elements?, Elements.Iterator?)>((elements, nil))
    self.init(producing: {
      if let elements = iteration.value.0.take() { iteration.value.1 = elements.makeIterator() }
      return iteration.value.1?.next()
    })
  }

  /// The stream itself.
  @inlinable
  public init(_ stream: LazyStream) { self = stream }

  /// The remaining elements of an iterator.
  ///
  /// The iterator advances with each element that is read, always in its order, even if ``rest`` is read before
  /// ``first``.
  @inlinable
  public init<Elements: IteratorProtocol<Element> & SendableMetatype>(iterator: sending Elements) {
    let iterator = Box(iterator)
    self.init(producing: { iterator.value.next() })
  }

  /// The value of an optional, or no element.
  @inlinable
  public init(optional: Element?) {
    self = if let optional { .just(optional) } else { .empty }
  }

  /// The results of a producer until it returns `nil`. The calls are serial.
  @inlinable
  init(producing next: @escaping @Sendable () -> Element?) { self.init(storage: .cell(LazyCell(Closure(call: next)))) }
}
