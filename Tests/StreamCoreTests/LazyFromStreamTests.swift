import StreamCore
import TestSupport
import Testing

/// From push to pull. Only streams that cannot fail are taken, so behaviour 140 (an error of a signal silently ends
/// the original's sequence) cannot be written down.
struct LazyFromStreamTests {
  @Test func aStreamIsSubscribedToOnceAndWhenItIsRead() {
    let subscriptions = LazyCount()
    let source = Signal<Int, Never> { observer -> Void in
      subscriptions.up()
      observer.send(1)
      observer.send(2)
      observer.complete()
    }
    let stream = LazyStream(source)
    #expect(subscriptions.value == 0)
    #expect(stream.rest.first == 2 && stream.first == 1)
    #expect(Array(stream) == [1, 2] && Array(stream) == [1, 2])
    #expect(subscriptions.value == 1)
    #expect(LazyStream(Signal<Int, Never>.empty).isEmpty)
  }

  @Test func thereAndBack() {
    #expect(Array(LazyStream(LazyStream([1, 2, 3]).signal)) == [1, 2, 3])
  }

  @Test func readingBlocksUntilTheElementHasCome() {
    let observers = LazyLog<Observer<Int, Never>>()
    let stream = LazyStream(Signal<Int, Never> { observer in observers.note(observer) })
    let log = LazyLog<Int>()
    let read = AsyncStep()
    onNewThread {
      for element in stream {
        log.note(element)
        read.signal()
      }
      log.note(-1)
      read.signal()
    }
    while observers.entries.isEmpty {}
    let observer = observers.entries[0]
    for n in 0..<100 {
      #expect(log.entries.count == n)
      observer.send(n)
      read.wait()
      #expect(log.entries == Array(0...n))
    }
    observer.complete()
    read.wait()
    #expect(log.entries == Array(0..<100) + [-1])
  }

  @Test func unreadValuesAreKeptInOrder() {
    let observers = LazyLog<Observer<Int, Never>>()
    let stream = LazyStream(
      Signal<Int, Never> { observer -> Void in
        observers.note(observer)
        observer.send(0)
      })
    #expect(stream.first == 0)
    for n in 1..<5 { observers.entries[0].send(n) }
    #expect(Array(stream.apply(Taking<Int>(left: 3))) == [0, 1, 2])
    for n in 5..<7 { observers.entries[0].send(n) }
    observers.entries[0].complete()
    observers.entries[0].send(7)
    #expect(Array(stream) == Array(0..<7))
  }

  @Test func theSubscriptionEndsWithTheStreamOrWithItsLastReader() {
    let disposals = LazyCount()
    func source(ends: Bool) -> Signal<Int, Never> {
      Signal { observer in
        observer.send(1)
        if ends { observer.complete() }
        return Disposable { disposals.up() }
      }
    }
    let ended = LazyStream(source(ends: true))
    #expect(Array(ended) == [1] && disposals.value == 1)
    var left: LazyStream? = LazyStream(source(ends: false))
    #expect(left?.first == 1 && disposals.value == 1)
    left = nil
    #expect(disposals.value == 2)
  }

  @Test(.long) func aLongStreamIsReadInLinearTime() {
    // Defect 20 of the original: a node for each element that listens to the node before it. A quadratic walk of this length would
    // take hours.
    let stream = LazyStream(Signal(0..<1_000_000))
    #expect(stream.foldLeft(0) { $0 &+ $1 } == 499_999_500_000)
  }
}
