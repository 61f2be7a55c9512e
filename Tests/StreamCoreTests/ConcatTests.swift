import StreamCore
import StreamTesting
import Testing

@Suite struct ConcatTests {
  @Test func picture() {
    marbles {
      "1-2|"
      "3-|"
      "1-23-|"
    } through: { a, b, _ in
      a.concat(b)
    }
    marbles {
      "1-2|"
      "3-|"
      "1-23-|"
    } through: { a, b, _ in
      concat([a, b])
    }
  }

  @Test func emptiesAtTheStartTheMiddleAndTheEnd() {
    let lists: [Signal<Int, Never>] = [.empty, Signal([1]), .empty, .empty, Signal([2, 3]), .empty]
    #expect(concat(lists).events == [.next(1), .next(2), .next(3), .completed])
    #expect(concat([Signal<Int, Never>]()).events == [.completed])
    #expect(concat([Signal<Int, Never>.empty, .empty]).events == [.completed])
  }

  @Test func fromASequenceThatIsNoCollection() {
    struct Countdown: Sequence, Sendable {
      func makeIterator() -> some IteratorProtocol<Signal<Int, Never>> {
        sequence(first: 3) { $0 > 1 ? $0 - 1 : nil }.lazy
          .map { $0 == 2 ? Signal<Int, Never>.empty : .just($0) }.makeIterator()
      }
    }
    let signal = concat(Countdown())
    #expect(signal.values == [3, 1])
    #expect(signal.values == [3, 1], "b35: the sequence is read anew")
  }

  @Test func theNextIsSubscribedToWhenTheOneBeforeWasTornDown() {
    let log = Log<String>()
    func source(_ name: String) -> Signal<Int, Never> {
      Signal { observer in
        log.add("subscribe \(name)")
        observer.complete()
        return Disposable { log.add("teardown \(name)") }
      }
    }
    source("a").concat(source("b")).subscribe(next: { _ in }, completed: { log.add("completed") })
    #expect(log.all == ["subscribe a", "teardown a", "subscribe b", "teardown b", "completed"])
  }

  @Test func theSameForAsynchronousStreams() {
    let log = Log<String>()
    let observers = Log<Observer<Int, Never>>()
    func source(_ name: String) -> Signal<Int, Never> {
      Signal { observer in
        log.add("subscribe \(name)")
        observers.add(observer)
        return Disposable { log.add("teardown \(name)") }
      }
    }
    source("a").concat(source("b")).subscribe(next: { _ in }, completed: { log.add("completed") })
    observers.all[0].complete()
    observers.all[1].complete()
    observers.removeAll()
    #expect(log.all == ["subscribe a", "teardown a", "subscribe b", "teardown b", "completed"])
  }

  @Test func aFailureSkipsTheRest() {
    let first = Hand<Int, Problem>()
    let second = Hand<Int, Problem>()
    let log = Log<Event<Int, Problem>>()
    first.concat(second).record(in: log)
    first.send(1)
    first.fail(Problem())
    #expect(log.all == [.next(1), .failed(Problem())])
    #expect(second.subscriptions == 0)
  }

  @Test func disposingTheResultDisposesTheCurrentStreamAlsoALaterOne() {
    let first = Hand<Int, Never>(keepsObservers: true)
    let second = Hand<Int, Never>(keepsObservers: true)
    let log = Log<Event<Int, Never>>()
    let subscription = first.concat(second).record(in: log)
    first.complete()
    #expect([first.disposals.value, second.disposals.value] == [1, 0])
    second.send(1)
    subscription.dispose()
    #expect(second.disposals.value == 1)
    second.send(2)
    #expect(log.all == [.next(1)])
    first.forget()
    second.forget()
  }

  /// Behaviour 27, shared by `repeat` and `concat`: values that a stream sends after its own end are dropped.
  @Test func eventsAfterAStreamsEndAreIgnored() {
    let careless = Signal<Int, Never> { observer in
      observer.send(1)
      observer.complete()
      observer.send(2)
      observer.complete()
    }
    #expect(careless.concat(careless).events == [.next(1), .next(1), .completed])
  }

  /// Behaviour 28, shared by `repeat` and `concat`: endless synchronous rounds stop when they are cut or disposed.
  @Test func anEndlessRowOfSynchronousStreamsStops() {
    struct Forever: Sequence, Sendable {
      func makeIterator() -> some IteratorProtocol<Signal<Int, Never>> {
        sequence(first: Signal<Int, Never>.just(1)) { $0 }
      }
    }
    #expect(concat(Forever()).taking(1).events == [.next(1), .completed])
    let subscription = Subscription()
    let calls = Counter()
    concat(Forever()).attach(
      Sink(
        next: { _ in if calls.add() == 5 { subscription.dispose() } },
        end: { _ in Issue.record("an end after disposal") }),
      to: subscription)
    #expect(calls.value == 5)
  }

  /// The end of one stream and the subscription to the next may happen on different threads.
  @Test func aStreamThatEndsOnAnotherThreadWhileItIsBeingAttached() {
    let log = Log<Event<Int, Never>>()
    let elsewhere = Signal<Int, Never> { observer in
      onThread {
        observer.send(1)
        observer.complete()
      }
    }
    concat([elsewhere, elsewhere, elsewhere]).record(in: log)
    #expect(log.all == [.next(1), .next(1), .next(1), .completed])
  }
}
