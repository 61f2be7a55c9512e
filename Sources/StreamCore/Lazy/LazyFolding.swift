extension LazyStream {
  /// Combines the elements from the left: `combine(combine(initial, a), b)`.
  ///
  /// Reads the whole stream in a loop; never returns for an infinite one.
  @inlinable
  public func foldLeft<Result>(
    _ initial: Result, _ combine: (Result, Element) throws -> Result
  ) rethrows -> Result {
    try IteratorSequence(makeIterator()).reduce(initial, combine)
  }

  /// Combines the elements from the right: `combine(a, { combine(b, { initial }) })`.
  ///
  /// The second argument of `combine` folds the later elements. If it is not called, they are not read. So a fold may
  /// end early, even for an infinite stream:
  ///
  /// ```swift
  /// naturals.foldRight(false) { n, rest in n > 1_000 || rest() }
  /// ```
  ///
  /// Calling it again returns the same result without computing it again. Each call nests in the previous one, so the
  /// stack grows with the number of elements.
  @inlinable
  public func foldRight<Result>(_ initial: Result, _ combine: (Element, () -> Result) -> Result) -> Result {
    withoutActuallyEscaping(combine) { LazyStream.foldRight(makeIterator(), initial, $0) }
  }

  @inlinable
  static func foldRight<Result>(
    _ source: Iterator, _ initial: Result, _ combine: @escaping (Element, () -> Result) -> Result
  ) -> Result {
    var source = source
    guard let element = source.next() else { return initial }
    let rest = source
    var known: Result?
    return combine(element) {
      if let known { return known }
      let result = foldRight(rest, initial, combine)
      known = result
      return result
    }
  }

  /// Combines the elements from the left, as ``foldLeft(_:_:)`` does.
  @inlinable
  public func reduce<Result>(
    _ initial: Result, _ combine: (Result, Element) throws -> Result
  ) rethrows -> Result {
    try foldLeft(initial, combine)
  }

  /// Combines the elements from the left into a value that is changed in place.
  @inlinable
  public func reduce<Result>(
    into initial: consuming Result, _ update: (inout Result, Element) throws -> Void
  ) rethrows -> Result {
    try IteratorSequence(makeIterator()).reduce(into: initial, update)
  }

  /// The first element that passes, or `nil`. Reads no further than that element.
  @inlinable
  public func first(where predicate: (Element) throws -> Bool) rethrows -> Element? {
    try IteratorSequence(makeIterator()).first(where: predicate)
  }

  /// Whether some element passes. Reads no further than the first that does.
  @inlinable
  public func contains(where predicate: (Element) throws -> Bool) rethrows -> Bool {
    try IteratorSequence(makeIterator()).contains(where: predicate)
  }

  /// Whether every element passes. Reads no further than the first that does not.
  @inlinable
  public func allSatisfy(_ predicate: (Element) throws -> Bool) rethrows -> Bool {
    try !contains { try !predicate($0) }
  }

  /// The original's name for ``contains(where:)``.
  @inlinable
  public func any(_ predicate: (Element) throws -> Bool) rethrows -> Bool { try contains(where: predicate) }

  /// The original's name for ``allSatisfy(_:)``.
  @inlinable
  public func all(_ predicate: (Element) throws -> Bool) rethrows -> Bool { try allSatisfy(predicate) }
}

extension LazyStream where Element: Equatable {
  /// Whether some element equals the given one. Reads no further than the first that does.
  @inlinable
  public func contains(_ element: Element) -> Bool { contains { $0 == element } }
}

extension LazyStream where Element: Comparable {
  /// The smallest element, or `nil` if there is none. Reads the whole stream.
  @inlinable
  public func min() -> Element? { IteratorSequence(makeIterator()).min() }

  /// The largest element, or `nil` if there is none. Reads the whole stream.
  @inlinable
  public func max() -> Element? { IteratorSequence(makeIterator()).max() }
}
