/// One place of a list that a producer fills in order.
///
/// The producer is asked once at each place: the next place does not exist before the answer is there. So its calls
/// never overlap, and each sees what the one before it left, whichever threads they run on.
@usableFromInline
final class Node<Element: Sendable>: Sendable {
  @usableFromInline let once = Once()

  /// Guard for all three: written by who was told so by `once`, read by the others after that.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var produce: Closure<Element?>?
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var head: Element?
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var next: Node?

  @inlinable
  init(_ produce: Closure<Element?>) { self.produce = produce }

  @inlinable
  func pull() -> (head: Element, rest: LazyStream<Element>)? {
    if once.begin() {
      let produce = self.produce.take()!
      if let element = produce.call() {
        head = element
        next = Node(produce)
      }
      once.finish()
    }
    guard let head, let next else { return nil }
    return (head, LazyStream(storage: .node(next)))
  }

  /// A next place that something else holds too, such as the iterator that came by, is not released here and needs no
  /// care.
  deinit {
    if produce != nil { releaseIteratively(&produce) }
    if next != nil, isKnownUniquelyReferenced(&next) { releaseIteratively(&next) }
  }
}

/// One place of a list whose element and rest are computed by two closures, independently.
@usableFromInline
final class Pair<Element: Sendable>: Sendable {
  @usableFromInline let headOnce = Once()
  @usableFromInline let tailOnce = Once()

  /// Guard for the heads: `headOnce`.
  @usableFromInline nonisolated(unsafe) var makeHead: Closure<Element>?
  @usableFromInline nonisolated(unsafe) var madeHead: Element?

  /// Guard for the tails: `tailOnce`.
  @usableFromInline nonisolated(unsafe) var makeTail: Closure<LazyStream<Element>>?
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

/// A closure that can be taken out of its place and handed on: passed by itself to a generic function it would be
/// copied into another form, and its place would go on holding it meanwhile.
@usableFromInline
struct Closure<Result>: Sendable {
  @usableFromInline let call: @Sendable () -> Result

  @inlinable
  init(call: @escaping @Sendable () -> Result) { self.call = call }
}
