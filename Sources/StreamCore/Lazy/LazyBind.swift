extension LazyStream {
  /// The primitive that every other operator could be made of: a step turns each element into a stream, and these
  /// follow one another.
  ///
  ///     source                a--b--|
  ///     bind { { x, _ in … }} a1-a2-b1-b2-|
  ///
  /// `makeStep` runs once, when the result is first read; what it captures anew is the state of that run. The step is
  /// called for one element when the streams before it have been read to their end. It ends the result by returning
  /// `nil`, at once, or by setting its second argument, after the stream that it returns. Any number of empty streams
  /// in a row are passed over in a loop.
  @inlinable
  public func bind<Output>(
    _ makeStep: @escaping @Sendable () -> ((Element, inout Bool) -> LazyStream<Output>?)
  ) -> LazyStream<Output> {
    let binding = LazyBinding<Element, Output>(self)
    return LazyStream<Output>(producing: { binding.next(makeStep) })
  }

  /// The streams that a closure makes of the elements, one after another.
  ///
  ///     source           a-----b-----|
  ///     flatMap { … }    a1-a2-b1-b2-|
  ///
  /// Each is made when the one before it has been read to its end. Any number of empty ones are passed over in a loop.
  @inlinable
  public func flatMap<Output>(
    _ transform: @escaping @Sendable (Element) -> LazyStream<Output>
  ) -> LazyStream<Output> {
    bind { { element, _ in transform(element) } }
  }

  /// The streams that are the elements, one after another.
  @inlinable
  public func flatten<Output>() -> LazyStream<Output> where Element == LazyStream<Output> {
    flatMap { $0 }
  }

  /// The elements of this stream, then those of another, which is not touched before.
  ///
  ///     source         a-b-|
  ///     other          c-d-|
  ///     concat(other)  a-b-c-d-|
  @inlinable
  public func concat(_ other: LazyStream) -> LazyStream { .concat([self, other]) }

  /// The elements of any number of streams, one stream after another.
  ///
  /// The sequence is asked for the next stream when the one before has been read to its end. No streams give an empty
  /// one.
  @inlinable
  public static func concat<Streams: Sequence<LazyStream> & Sendable>(_ streams: Streams) -> LazyStream {
    LazyStream<LazyStream>(streams).flatten()
  }
}

/// One run of `bind`.
///
/// Guard for its state: ``Node`` calls a producer once at a time, and each call after the one before it.
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
