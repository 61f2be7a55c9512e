/// One element of a list that a producer fills in order, and the next cell.
///
/// A cell calls the producer once, and only then makes the next cell. So the calls never overlap, and each sees the
/// effects of the previous one, even on different threads.
@usableFromInline
final class LazyCell<Element: Sendable>: Sendable {
  @usableFromInline let once = Once()

  /// Guarded by: `once`.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var produce: Closure<Element?>?

  /// Guarded by: `once`.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var head: Element?

  /// Guarded by: `once`.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var next: LazyCell?

  @inlinable
  init(_ produce: Closure<Element?>) { self.produce = produce }

  @inlinable
  func pull() -> (head: Element, rest: LazyStream<Element>)? {
    if once.begin() {
      let produce = self.produce.take()!
      if let element = produce.call() {
        head = element
        next = LazyCell(produce)
      }
      once.finish()
    }
    guard let head, let next else { return nil }
    return (head, LazyStream(storage: .cell(next)))
  }

  /// Releases the rest without recursion. A next cell with another owner, such as an iterator, is not released here.
  deinit {
    if produce != nil { releaseIteratively(&produce) }
    if next != nil, isKnownUniquelyReferenced(&next) { releaseIteratively(&next) }
  }
}

/// One element of a list whose element and rest are computed by two closures, independently.
@usableFromInline
final class Pair<Element: Sendable>: Sendable {
  @usableFromInline let headOnce = Once()
  @usableFromInline let tailOnce = Once()

  /// Guarded by: `headOnce`.
  @usableFromInline nonisolated(unsafe) var makeHead: Closure<Element>?

  /// Guarded by: `headOnce`.
  @usableFromInline nonisolated(unsafe) var madeHead: Element?

  /// Guarded by: `tailOnce`.
  @usableFromInline nonisolated(unsafe) var makeTail: Closure<LazyStream<Element>>?

  /// Guarded by: `tailOnce`.
  @usableFromInline nonisolated(unsafe) var madeTail: LazyStream<Element>?

  @inlinable
  init(_ makeHead: @escaping @Sendable () -> Element, _ makeTail: @escaping @Sendable () -> LazyStream<Element>) {
    self.makeHead = Closure(call: makeHead)
    self.makeTail = Closure(call: makeTail)
  }

  @inlinable
  var head: Element {
    if headOnce.begin() {
      let make = makeHead.take()!
      madeHead = make.call()
      headOnce.finish()
    }
    return madeHead!
  }

  @inlinable
  var tail: LazyStream<Element> {
    if tailOnce.begin() {
      let make = makeTail.take()!
      madeTail = make.call()
      tailOnce.finish()
    }
    return madeTail!
  }

  deinit {
    if makeHead != nil { releaseIteratively(&makeHead) }
    if makeTail != nil { releaseIteratively(&makeTail) }
    if madeTail != nil { releaseIteratively(&madeTail) }
  }
}

/// A closure that can be moved.
///
/// A bare closure that is passed to a generic function is copied into another representation, and the variable would
/// still retain it.
@usableFromInline
struct Closure<Result>: Sendable {
  @usableFromInline let call: @Sendable () -> Result

  @inlinable
  init(call: @escaping @Sendable () -> Result) { self.call = call }
}
