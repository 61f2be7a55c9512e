public import StreamCore

extension StreamProtocol {
  /// Collects consecutive values into arrays, for as long as each value belongs with the one before it.
  ///
  ///     source                         1--2--5--6--9--|
  ///     chunked(by: { $1 == $0 + 1 })  ------a-----b--(c|)   a: [1, 2]  b: [5, 6]  c: [9]
  ///
  /// The test receives two neighbours. It is not called for the first value of an array. The remaining values are sent
  /// when the source completes; an empty source sends no array. Keeps the values of the array, up to `limit`: an array
  /// with `limit` values is sent immediately. Delivers where the source delivers; a failure passes, and an incomplete
  /// array is lost. A limit below 1 traps.
  @inlinable
  public func chunked(
    by belongsTogether: @escaping @Sendable (_ previous: Value, _ current: Value) -> Bool, limit: Int = .max
  ) -> Signal<[Value], Failure> {
    apply(Chunking(limit, by: belongsTogether)).map(\.values)
  }

  /// Collects consecutive values with equal keys into arrays: `chunked(on: \.day)`.
  ///
  ///     source                   1--3--2--4--5--|
  ///     chunked(on: { $0 % 2 })  ------a-----b--(c|)   a: (1, [1, 3])  b: (0, [2, 4])  c: (1, [5])
  ///
  /// An array is sent with its key. The key is computed once for each value. Also keeps the key of the array. All else
  /// is as in ``chunked(by:limit:)``.
  @inlinable
  public func chunked<Key: Equatable & Sendable>(
    on key: @escaping @Sendable (Value) -> Key, limit: Int = .max
  ) -> Signal<(key: Key, values: [Value]), Failure> {
    apply(Chunking(limit, on: key))
  }

  /// Collects consecutive values that pass a test into arrays, and drops the values between them.
  ///
  ///     source                     1--2--0--0--3--|
  ///     chunked(while: { $0 > 0 }) ------a--------(b|)   a: [1, 2]  b: [3]
  ///
  /// Sends no empty arrays. All else is as in ``chunked(by:limit:)``.
  @inlinable
  public func chunked(
    while belongs: @escaping @Sendable (Value) -> Bool, limit: Int = .max
  ) -> Signal<[Value], Failure> {
    apply(Chunking(limit) { _, value in belongs(value) ? .none : .instead }).map(\.values)
  }

  /// Collects values into arrays that end with a value that passes a test.
  ///
  ///     source                            1--2--0--3--0--4--|
  ///     chunked(endingWhere: { $0 == 0 }) ------a-----b-----(c|)   a: [1, 2, 0]  b: [3, 0]  c: [4]
  ///
  /// All else is as in ``chunked(by:limit:)``.
  @inlinable
  public func chunked(
    endingWhere isLast: @escaping @Sendable (Value) -> Bool, limit: Int = .max
  ) -> Signal<[Value], Failure> {
    apply(Chunking(limit) { _, value in isLast(value) ? .after : .none }).map(\.values)
  }

  /// Collects values into arrays that begin with a value that passes a test.
  ///
  ///     source                              1--0--2--0--3--|
  ///     chunked(startingWhere: { $0 == 0 }) ---a-----b-----(c|)   a: [1]  b: [0, 2]  c: [0, 3]
  ///
  /// The first array begins with the first value. All else is as in ``chunked(by:limit:)``.
  @inlinable
  public func chunked(
    startingWhere isFirst: @escaping @Sendable (Value) -> Bool, limit: Int = .max
  ) -> Signal<[Value], Failure> {
    apply(Chunking(limit) { _, value in isFirst(value) ? .before : .none }).map(\.values)
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func chunked(
    by belongsTogether: @escaping @Sendable (_ previous: Element, _ current: Element) -> Bool, limit: Int = .max
  ) -> LazyStream<[Element]> {
    apply(Chunking(limit, by: belongsTogether)).map(\.values)
  }

  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func chunked<Key: Equatable & Sendable>(
    on key: @escaping @Sendable (Element) -> Key, limit: Int = .max
  ) -> LazyStream<(key: Key, values: [Element])> {
    apply(Chunking(limit, on: key))
  }

  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func chunked(
    while belongs: @escaping @Sendable (Element) -> Bool, limit: Int = .max
  ) -> LazyStream<[Element]> {
    apply(Chunking(limit) { _, value in belongs(value) ? .none : .instead }).map(\.values)
  }

  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func chunked(
    endingWhere isLast: @escaping @Sendable (Element) -> Bool, limit: Int = .max
  ) -> LazyStream<[Element]> {
    apply(Chunking(limit) { _, value in isLast(value) ? .after : .none }).map(\.values)
  }

  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func chunked(
    startingWhere isFirst: @escaping @Sendable (Element) -> Bool, limit: Int = .max
  ) -> LazyStream<[Element]> {
    apply(Chunking(limit) { _, value in isFirst(value) ? .before : .none }).map(\.values)
  }
}
