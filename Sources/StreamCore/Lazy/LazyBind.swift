extension LazyStream {
  /// Replaces each element by a stream, and concatenates these. Every other operator can be written with it.
  ///
  ///     source                a--b--|
  ///     bind { { x, _ in … }} a1-a2-b1-b2-|
  ///
  /// `makeStep` runs once, when the result is first read. Variables that it declares are the state of that run. The
  /// step is called for an element when the streams before it have been read to their end. It ends the result by
  /// returning `nil`, or, after the stream that it returns, by setting its second argument. Consecutive empty streams
  /// are skipped in a loop.
  @inlinable
  public func bind<Output>(
    _ makeStep: @escaping @Sendable () -> ((Element, inout Bool) -> LazyStream<Output>?)
  ) -> LazyStream<Output> {
    let binding = LazyBinding<Element, Output>(self)
    return LazyStream<Output>(producing: { binding.next(makeStep) })
  }

  /// Replaces each element by a stream, and concatenates these.
  ///
  ///     source           a-----b-----|
  ///     flatMap { … }    a1-a2-b1-b2-|
  ///
  /// Each stream is made when the previous one has been read to its end. Empty streams are skipped in a loop.
  @inlinable
  public func flatMap<Output>(
    _ transform: @escaping @Sendable (Element) -> LazyStream<Output>
  ) -> LazyStream<Output> {
    bind { { element, _ in transform(element) } }
  }

  /// Concatenates the streams that are the elements.
  @inlinable
  public func flatten<Output>() -> LazyStream<Output> where Element == LazyStream<Output> {
    flatMap { $0 }
  }

  /// The elements of this stream, then those of another, which is not read before.
  ///
  ///     source         a-b-|
  ///     other          c-d-|
  ///     concat(other)  a-b-c-d-|
  @inlinable
  public func concat(_ other: LazyStream) -> LazyStream { .concat([self, other]) }

  /// Concatenates any number of streams.
  ///
  /// The sequence is iterated as needed: the next stream is requested when the previous one has been read to its end.
  /// No streams give an empty one.
  @inlinable
  public static func concat<Streams: Sequence<LazyStream> & Sendable>(_ streams: Streams) -> LazyStream {
    LazyStream<LazyStream>(streams).flatten()
  }
}

/// One run of `bind`.
///
/// Guarded by: ``LazyCell`` (it calls a producer serially).
@usableFromInline
final class LazyBinding<Input: Sendable, Output: Sendable>: Sendable {
  @usableFromInline typealias Step = (Input, inout Bool) -> LazyStream<Output>?
  @usableFromInline nonisolated(unsafe) var step: Step?
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var source: LazyStream<Input>.Iterator?
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var inner = LazyStream<Output>.empty.makeIterator()

  @inlinable
  init(_ source: LazyStream<Input>) { self.source = source.makeIterator() }

  @inlinable
  func next(_ makeStep: () -> Step) -> Output? {
    if step == nil && source != nil { step = makeStep() }
    while true {
      if let output = inner.next() { return output }
      guard let step, let input = source?.next() else { return nil }
      var stop = false
      let made = step(input, &stop)
      inner = (made ?? .empty).makeIterator()
      if stop || made == nil {
        source = nil
        self.step = nil
      }
    }
  }
}
