extension LazyStream {
  /// No elements.
  public static var empty: LazyStream { LazyStream(storage: .empty) }

  /// One element: the `return` of the monad.
  public static func just(_ element: Element) -> LazyStream { LazyStream(storage: .array([element], 0)) }

  /// An element and what follows it, each computed by a closure when it is first read.
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

  /// The elements that a closure makes of a state, one each time one is read, until it returns `nil`.
  ///
  /// The calls come one at a time, each when its element is first read, and never after `nil`. Keeps the state until
  /// then.
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
  /// One iteration starts when the first element is read, and goes on by one when one more is. Changing a variable that
  /// the collection came from changes nothing here.
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

  /// The elements that an iterator has left.
  ///
  /// It is asked for one when one more is read, always in its own order: reading ``rest`` before ``first`` changes
  /// nothing.
  @inlinable
  public init<Elements: IteratorProtocol<Element> & SendableMetatype>(iterator: sending Elements) {
    let iterator = Box(iterator)
    self.init(producing: { iterator.value.next() })
  }

  /// The value that an optional holds, or nothing.
  @inlinable
  public init(optional: Element?) {
    self = if let optional { .just(optional) } else { .empty }
  }

  /// What a producer returns until that is `nil`; it is asked for one element at a time, and not after `nil`.
  @inlinable
  init(producing next: @escaping @Sendable () -> Element?) { self.init(storage: .node(Node(Closure(call: next)))) }
}
