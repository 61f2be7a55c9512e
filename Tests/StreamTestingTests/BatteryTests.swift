import Foundation
import Operators
import StreamTesting
import Subjects
import TestSupport
import Testing

@Suite struct BatteryTests {
  // MARK: Operators that keep the contract

  @Test func elements() { Battery.check(stream: "Signal(elements)") { Signal([1, 2, 3]) } }
  @Test func endlessElements() { Battery.check(stream: "Signal(endless)") { Signal(1...) } }
  @Test func just() { Battery.check(stream: "just") { Signal<Int, Never>.just(1) } }
  @Test func empty() { Battery.check(stream: "empty") { Signal<Int, Never>.empty } }
  @Test func never() { Battery.check(stream: "never") { Signal<Int, Never>.never } }
  @Test func fail() { Battery.check(stream: "fail") { Signal<Int, TestFailure>.fail(TestFailure()) } }
  @Test func deferred() { Battery.check(stream: "deferred") { Signal<Int, Never>.deferred { .just(1) } } }

  @Test func handMade() {
    Battery.check(stream: "hand-made") {
      Signal<Int, TestFailure> { observer in
        observer.send(1)
        observer.send(2)
        observer.fail(TestFailure())
        observer.send(3)
        return Disposable {}
      }
    }
  }

  @Test func timed() {
    let time = TestScheduler()
    Battery.check(stream: "cold", .usesTime(time)) { time.cold("a--b-(cd)|") }
  }

  @Test func identity() {
    Battery.check("identity") { (input: Signal<Int, TestFailure>) in input }
    Battery.check("identity") { (input: Signal<Int, Never>) in input }
  }

  @Test func statelessRule() {
    Battery.check("even") { (input: Signal<Int, TestFailure>) in input.apply(Even()) }
    Battery.check("even") { (input: Signal<Int, Never>) in input.apply(Even()) }
  }

  @Test func statefulRule() {
    Battery.check("first two", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.apply(FirstTwo()) }
    Battery.check("first two", .finishesEarly) { (input: Signal<Int, Never>) in input.apply(FirstTwo()) }
    Battery.check("sum") { (input: Signal<Int, TestFailure>) in input.apply(Sum()) }
  }

  @Test func shifted() {
    let time = TestScheduler()
    Battery.check("later", .usesTime(time)) { (input: Signal<Int, Never>) in
      Signal<Int, Never>(attaching: { sink, subscription in
        let observer = Later(sink, subscription, time)
        input.attach(Sink(next: { observer.accept(.next($0)) }, end: { observer.accept(Event($0)) }), to: subscription)
      })
    }
  }

  // MARK: Operators that break the contract

  /// Expects that the battery reports the named rules; breaking one rule often breaks others, too.
  private func expectBreach(_ rules: String..., of check: () -> Void) {
    let texts = Lock<[String]>([])
    withKnownIssue {
      check()
    } matching: { issue in
      texts.withLock { $0.append(issue.text) }
      return true
    }
    let found = texts.withLock { $0 }
    for rule in rules { #expect(found.contains { $0.contains("breaks \(rule)") }, "\(rule) is not among \(found)") }
  }

  @Test func catchesALineInWhichNothingHappens() {
    expectBreach("the premise (it sends values)") {
      Battery.check("never triggered") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, subscription in
          input.attach(Sink(next: { _ in }, end: sink.end), to: subscription)
        })
      }
    }
    expectBreach("the premise (it sends values)") {
      Battery.check("says more than is said of it", .emitsNothing) { (input: Signal<Int, Never>) in input }
    }
  }

  @Test func catchesEventsAfterTheEnd() {
    expectBreach("rule 1 (grammar)") {
      Battery.check("talks on") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, subscription in
          input.attach(
            Sink(
              next: sink.next,
              end: {
                sink.end($0); sink.next(0)
              }), to: subscription)
        })
      }
    }
    expectBreach("rule 1 (grammar)") {
      Battery.check(stream: "ends twice") {
        Signal<Int, Never>(attaching: { sink, _ in
          sink.end(.completed); sink.end(.completed)
        })
      }
    }
  }

  @Test func catchesALostEnd() {
    expectBreach("rule 1 (the end passes)") {
      Battery.check("loses the end") { (input: Signal<Int, TestFailure>) in
        Signal<Int, TestFailure>(attaching: { sink, subscription in
          input.attach(
            Sink(next: sink.next, end: { if case .completed = $0 { sink.end($0) } }), to: subscription)
        })
      }
    }
  }

  @Test func catchesOverlap() {
    expectBreach("rule 2 (serial)") {
      Battery.check("two at once") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, subscription in
          // Two inputs that nothing serializes.
          input.attach(Sink(next: sink.next, end: { _ in }), to: subscription)
          input.attach(Sink(next: sink.next, end: sink.end), to: subscription)
        })
      }
    }
  }

  @Test(.long) func catchesCallOutsUnderALock() {
    expectBreach("rule 4 (no call-outs under a lock)") {
      Battery.check("locks") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, subscription in
          let lock = NSRecursiveLock()
          let locked = Sink<Int, Never>(
            next: { value in lock.withLock { sink.next(value) } },
            end: { completion in lock.withLock { if subscription.isActive { sink.end(completion) } } })
          input.attach(locked, to: subscription)
          input.attach(locked, to: subscription)
        })
      }
    }
  }

  @Test func catchesRecursion() {
    expectBreach("rule 3 (re-entrancy)") {
      Battery.check("recurses") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, subscription in
          input.attach(Sink(next: sink.next, end: { _ in }), to: subscription)
          input.attach(Sink(next: sink.next, end: sink.end), to: subscription)
        })
      }
    }
  }

  @Test func catchesStateSharedBetweenRuns() {
    expectBreach("rule 5 (each subscription") {
      Battery.check("one counter for all") { (input: Signal<Int, Never>) in
        let count = Lock(0)
        return input.apply(CountInto(count: count))
      }
    }
    expectBreach("rule 5 (each subscription") {
      let count = Lock(0)
      Battery.check(stream: "counts its subscribers") {
        Signal<Int, Never>.deferred {
          .just(
            count.withLock {
              $0 += 1; return $0
            })
        }
      }
    }
  }

  @Test func catchesAStreamThatIsAttachedToTheSubscriptionOfItsOperator() {
    expectBreach("rule 5 (behind another stream)") {
      Battery.check("attaches the result first") { (input: Signal<Int, TestFailure>) in
        Signal<Int, TestFailure>(attaching: { sink, subscription in
          let subject = Subject<Int, TestFailure>()
          subject.signal.concat(.empty).attach(sink, to: subscription)
          let upstream = Subscription()
          subscription.add(upstream)
          input.attach(
            Sink(
              next: { subject.send($0) },
              end: { completion in
                upstream.dispose()
                subject.send(Event(completion))
              }), to: upstream)
        })
      }
    }
  }

  @Test func catchesValuesAfterDisposal() {
    expectBreach("rule 6 (disposal)") {
      Battery.check("twice") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, subscription in
          input.attach(
            Sink(
              next: {
                sink.next($0); sink.next($0)
              }, end: sink.end), to: subscription)
        })
      }
    }
    expectBreach("rule 6 (disposal)") {
      Battery.check(stream: "deaf") {
        Signal<Int, Never>(attaching: { sink, _ in
          for number in 0..<20 { sink.next(number) }
          sink.end(.completed)
        })
      }
    }
  }

  @Test func catchesASourceThatIsNotStopped() {
    expectBreach("rule 6 (a synchronous source stops)", "rule 7 (teardown)") {
      Battery.check("deaf") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, subscription in
          let upstream = Subscription()
          subscription.add { _ = upstream }
          input.attach(
            Sink(next: { if subscription.isActive { sink.next($0) } }, end: sink.end), to: upstream)
        })
      }
    }
  }

  @Test func catchesLateEvents() {
    expectBreach("rule 6 (late events are dropped)") {
      Battery.check("keeps talking") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, _ in input.attach(sink, to: Subscription()) })
      }
    }
  }

  @Test func catchesTeardownInTheWrongOrder() {
    expectBreach("rule 7 (teardown)") {
      Battery.check("undoes late") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, subscription in
          let upstream = Subscription()
          let time = TestScheduler()
          subscription.add {
            time.schedule { upstream.dispose() }
          }
          input.attach(sink, to: upstream)
        })
      }
    }
  }

  @Test func catchesValuesThatAreRetainedTooLong() {
    let kept = Lock<[@Sendable () -> Void]>([])
    expectBreach("rule 9 (memory)") {
      Battery.check("hoards") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, subscription in
          kept.withLock { $0.append { sink.end(.completed) } }
          input.attach(sink, to: subscription)
        })
      }
    }
    expectBreach("rule 9 (memory)") {
      Battery.check(stream: "hoards") {
        Signal<Int, Never>(attaching: { sink, _ in
          kept.withLock { $0.append { sink.end(.completed) } }
          sink.end(.completed)
        })
      }
    }
    kept.withLock { $0 = [] }
  }

  @Test func catchesAnEndThatIsLostAfterManyValues() {
    expectBreach("rule 8 (stack)") {
      Battery.check("tires") { (input: Signal<Int, Never>) in
        Signal<Int, Never>(attaching: { sink, subscription in
          let count = Lock(0)
          input.attach(
            Sink(
              next: {
                count.withLock { $0 += 1 }; sink.next($0)
              },
              end: { if count.withLock({ $0 }) < 900 { sink.end($0) } }),
            to: subscription)
        })
      }
    }
  }

  @Test func aStackThatOverflowsEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      Battery.check(stream: "recurses") {
        Signal<Int, Never>(attaching: { sink, subscription in descend(1_000_000, sink, subscription) })
      }
    }
  }

  @Test func aSmallStackIsAThreadOfItsOwn() {
    let here = LifetimeProbe()
    let sum = withSmallStack(bytes: 64 * 1024) { [object = here.object()] in
      object.touch()
      return (1...100).reduce(0, +)
    }
    #expect(sum == 5050)
    #expect(here.liveCount == 0)
  }
}

/// A recursion that no optimizer turns into a loop, because there is work after the call.
@inline(never)
private func descend(_ depth: Int, _ sink: Sink<Int, Never>, _ subscription: Subscription) {
  let space = [depth]
  guard depth > 0, subscription.isActive else { return }
  sink.next(space[0])
  descend(depth - 1, sink, subscription)
  withExtendedLifetime(space) {}
}

private struct Even: Operator {
  func step(_ input: Int) -> Step<Int> { input.isMultiple(of: 2) ? .emit(input) : .skip }
}

private struct FirstTwo: Operator {
  var count = 0
  mutating func step(_ input: Int) -> Step<Int> {
    count += 1
    return count < 2 ? .emit(input) : .emitAndFinish(input)
  }
}

private struct Sum: Operator {
  var sum = 0
  var isTold = false
  mutating func step(_ input: Int) -> Step<Int> {
    sum &+= input
    return .skip
  }
  mutating func finish() -> Int? {
    defer { isTold = true }
    return isTold ? nil : sum
  }
}

private struct CountInto: Operator {
  let count: Lock<Int>
  mutating func step(_ input: Int) -> Step<Int> {
    .emit(
      count.withLock {
        $0 += 1; return $0
      })
  }
}

/// Sends each event one tick later.
private final class Later: Sendable {
  private let sink: Sink<Int, Never>
  private let subscription: Subscription
  private let time: TestScheduler
  private let timers = CompositeDisposable()

  init(_ sink: Sink<Int, Never>, _ subscription: Subscription, _ time: TestScheduler) {
    self.sink = sink
    self.subscription = subscription
    self.time = time
    subscription.add(timers)
  }

  func accept(_ event: Event<Int, Never>) {
    time.schedule(after: time.ticks(1)) { [sink, subscription] in
      if subscription.isActive { sink.send(event) }
    }
  }
}
