import StreamCore
import StreamTesting
import Testing

@Suite struct ConstantTests {
  @Test func pictureOfJust() {
    marbles {
      "(a|)"
    } through: { _ in
      Signal<String, Problem>.just("a")
    }
  }

  @Test func pictureOfEmpty() {
    marbles {
      "|"
    } through: { _ in
      Signal<String, Problem>.empty
    }
  }

  @Test func pictureOfNever() {
    marbles {
      "------"
    } through: { _ in
      Signal<String, Problem>.never
    }
  }

  @Test func pictureOfFail() {
    marbles {
      "#"
    } through: { _ in
      Signal<String, Problem>.fail(Problem())
    }
  }

  @Test func picturesOfResults() {
    marbles {
      "(a|)"
    } through: { _ in
      Signal<String, Problem>(.success("a"))
    }
    marbles {
      "#"
    } through: { _ in
      Signal<String, Problem>(.failure(Problem()))
    }
  }

  @Test func picturesOfThrowingFunctions() {
    marbles {
      "(a|)"
    } through: { _ in
      Signal<String, Problem>(catching: { "a" })
    }
    marbles {
      "#"
    } through: { _ in
      Signal<String, Problem>(catching: { () throws(Problem) in throw Problem() })
    }
  }

  @Test func pictureOfDeferred() {
    marbles {
      "a-b|"
      "a-b|"
    } through: { chosen, _ in
      Signal.deferred { chosen }
    }
    marbles {
      "a-#"
      "a-#"
    } through: { chosen, _ in
      Signal.deferred { chosen }
    }
  }

  @Test func justSendsItsValueAndCompletes() {
    #expect(Signal<Int, Problem>.just(1).events == [.next(1), .completed])
  }

  @Test func emptyCompletesAndFailFails() {
    #expect(Signal<Int, Problem>.empty.events == [.completed])
    #expect(Signal<Int, Problem>.fail(Problem()).events == [.failed(Problem())])
  }

  @Test func neverSendsNothing() {
    #expect(Signal<Int, Problem>.never.events == [])
  }

  @Test func aResultIsItsValueOrItsFailure() {
    #expect(Signal(Result<Int, Problem>.success(1)).events == [.next(1), .completed])
    #expect(Signal(Result<Int, Problem>.failure(Problem())).events == [.failed(Problem())])
  }

  @Test func aThrowingFunctionRunsForEverySubscriberWithTypedErrors() {
    let runs = Counter()
    let signal = Signal<Int, Problem>(catching: { () throws(Problem) -> Int in
      let run = runs.add()
      if run == 2 { throw Problem(name: "second") }
      return run
    })
    #expect(runs.value == 0)
    #expect(signal.events == [.next(1), .completed])
    #expect(signal.events == [.failed(Problem(name: "second"))])
    #expect(signal.events == [.next(3), .completed])
  }

  @Test func deferredChoosesForEverySubscriber() {
    let runs = Counter()
    let signal = Signal<Int, Never>.deferred { .just(runs.add()) }
    #expect(runs.value == 0)
    #expect(signal.values == [1])
    #expect(signal.values == [2])
  }

  /// Contract 6: disposed in the handler of the only value, `just` does not complete.
  @Test func justDisposedInItsValueDoesNotComplete() {
    let subscription = Subscription()
    let ends = Counter()
    Signal<Int, Never>.just(1).attach(
      Sink(next: { _ in subscription.dispose() }, end: { _ in ends.add() }), to: subscription)
    #expect(ends.value == 0)
  }

  @Test func nothingIsSentToADisposedSubscription() {
    let calls = Counter()
    let subscription = Subscription()
    subscription.dispose()
    let sink = Sink<Int, Problem>(next: { _ in calls.add() }, end: { _ in calls.add() })
    for signal in [Signal<Int, Problem>.just(1), .empty, .fail(Problem()), .never, .deferred { .just(1) }] {
      signal.attach(sink, to: subscription)
    }
    #expect(calls.value == 0)
  }
}
