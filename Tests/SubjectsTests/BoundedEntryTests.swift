import Operators
import StreamCore
import StreamTesting
import Subjects
import Synchronization
import Testing

/// What has one way in, which can be bounded.
private struct Way: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make:
    @Sendable (BufferPolicy<Int>) -> (send: @Sendable (Event<Int, TestFailure>) -> Void, Signal<Int, TestFailure>)

  static let all = [
    Way(testDescription: "Subject") { policy in
      let subject = Subject<Int, TestFailure>(buffering: policy)
      return ({ subject.send($0) }, subject.signal)
    },
    Way(testDescription: "Observer") { policy in
      let place = Lock<Observer<Int, TestFailure>?>(nil)
      return (
        { event in place.withLock { $0 }?.send(event) },
        Signal(buffering: policy) { observer in place.withLock { $0 = observer } }
      )
    },
    joint("merge") { merge([.empty, $0], buffering: $1) },
    joint("flatMap(.merge)") { inner, policy in single.flatMap(.merge, buffering: policy) { inner } },
    joint("flatMap(.merge(maxConcurrent: 2))") { inner, policy in
      single.flatMap(.merge(maxConcurrent: 2), buffering: policy) { inner }
    },
    joint("flatMap(.concat)") { inner, policy in single.flatMap(.concat, buffering: policy) { inner } },
    joint("flatMap(.latest)") { inner, policy in single.flatMap(.latest, buffering: policy) { inner } },
    joint("flatMap(.first)") { inner, policy in single.flatMap(.first, buffering: policy) { inner } },
  ]

  private static var single: Signal<Void, TestFailure> { .just(()) }

  /// A joint of streams one of which can be sent to by hand. It lets all threads in, so what waits does so at the joint.
  private static func joint(
    _ name: String,
    _ make: @escaping @Sendable (Signal<Int, TestFailure>, BufferPolicy<Int>) -> Signal<Int, TestFailure>
  ) -> Way {
    Way(testDescription: name) { policy in
      let place = Lock<Sink<Int, TestFailure>?>(nil)
      let inner = Signal<Int, TestFailure>(attaching: { sink, _ in place.withLock { $0 = sink } })
      let send: @Sendable (Event<Int, TestFailure>) -> Void = { event in
        let sink = place.withLock { place in
          defer { if event.isTerminal { place = nil } }
          return place
        }
        sink?.send(event)
      }
      return (send, make(inner, policy))
    }
  }
}

/// B20: a way in that is bounded.
@Suite struct BoundedEntryTests {
  /// Sends values from another thread while the first is being delivered, and gives back what was heard.
  private func heard(_ way: Way, _ policy: BufferPolicy<Int>, _ values: ClosedRange<Int> = 1...5) -> [Event<
    Int, TestFailure
  >] {
    let (send, stream) = way.make(policy)
    let log = Log<Event<Int, TestFailure>>()
    stream.subscribeEvents { event in
      log.append(event)
      guard event == .next(0) else { return }
      onThreads(1) { _ in
        for value in values { send(.next(value)) }
        send(.completed)
        send(.next(-1))
      }
    }
    send(.next(0))
    return log.all
  }

  private func events(_ values: [Int]) -> [Event<Int, TestFailure>] { values.map { .next($0) } + [.completed] }

  @Test(arguments: Way.all) fileprivate func f_B20_theNewestStay(_ way: Way) {
    let drops = DropCount()
    #expect(heard(way, .newest(2, counting: drops)) == events([0, 4, 5]))
    #expect(drops.count == 3)
  }

  @Test(arguments: Way.all) fileprivate func f_B20_theOldestStay(_ way: Way) {
    let drops = DropCount()
    #expect(heard(way, .oldest(2, counting: drops)) == events([0, 1, 2]))
    #expect(drops.count == 3)
  }

  @Test(arguments: Way.all) fileprivate func f_B20_theyAreCombined(_ way: Way) {
    #expect(heard(way, .coalescing { $0 * 10 + $1 }) == events([0, 12345]))
  }

  /// The end that comes while two values are being combined comes after what becomes of them.
  @Test(arguments: Way.all) fileprivate func f_B20_theEndWaitsForWhatIsBeingCombined(_ way: Way) {
    let sendEnd = Lock<(@Sendable () -> Void)?>(nil)
    let policy = BufferPolicy<Int>.coalescing { waiting, new in
      sendEnd.withLock { $0 }?()
      return waiting * 10 + new
    }
    let (send, stream) = way.make(policy)
    sendEnd.withLock { $0 = { send(.completed) } }
    let log = Log<Event<Int, TestFailure>>()
    stream.subscribeEvents { event in
      log.append(event)
      if event == .next(0) { for value in 1...3 { send(.next(value)) } }
    }
    send(.next(0))
    #expect(log.all == events([0, 12]))
    sendEnd.withLock { $0 = nil }
  }

  /// What others send while two values are being combined comes after both.
  @Test(arguments: Way.all) fileprivate func f_B20_whatComesWhileTwoAreBeingCombinedComesAfterThem(_ way: Way) {
    let sendMore = Lock<(@Sendable () -> Void)?>(nil)
    let policy = BufferPolicy<Int>.coalescing { waiting, new in
      var more: (@Sendable () -> Void)?
      sendMore.withLock { swap(&$0, &more) }
      more?()
      return waiting * 10 + new
    }
    let (send, stream) = way.make(policy)
    sendMore.withLock { $0 = { onThreads(1) { _ in for value in 3...5 { send(.next(value)) } } } }
    let log = Log<Event<Int, TestFailure>>()
    stream.subscribeEvents { event in
      log.append(event)
      if event == .next(0) { for value in 1...2 { send(.next(value)) } }
    }
    send(.next(0))
    send(.completed)
    #expect(log.all == events([0, 12345]))
  }

  /// What is combined stands for its first value, so who comes meanwhile comes after all of it.
  @Test func f_B20_whoComesWhileTwoAreBeingCombinedComesAfterThem() {
    let (come, late) = (Lock<(@Sendable () -> Void)?>(nil), Lock<Recorder<Int, Never>?>(nil))
    let subject = Subject<Int, Never>(
      buffering: .coalescing { waiting, new in
        var now: (@Sendable () -> Void)?
        come.withLock { swap(&$0, &now) }
        now?()
        return waiting * 10 + new
      })
    come.withLock {
      $0 = { [weak subject] in
        guard let subject else { return }
        late.withLock { $0 = Recorder(subject) }
        subject.send(3)
      }
    }
    let first = Recorder(subject)
    subject.subscribe { [weak subject] value in
      if value == 0 { for next in 1...2 { subject?.send(next) } }
    }
    subject.send(0)
    subject.send(4)
    #expect(first.values == [0, 123, 4])
    #expect(late.withLock { $0 }?.values == [4])
  }

  @Test(arguments: Way.all) fileprivate func f_B20_withoutABoundAllStay(_ way: Way) {
    #expect(heard(way, .unbounded) == events([0, 1, 2, 3, 4, 5]))
  }

  /// A thread waits for room, and only for that: five values are one too many for a buffer of four.
  @Test(arguments: Way.all) fileprivate func f_B20_aThreadWaitsForRoom(_ way: Way) {
    let (send, stream) = way.make(.suspending(4))
    let sent = Atomic(0)
    let log = Log<Int>()
    let wait = Lock<(@Sendable () -> Void)?>(nil)
    stream.subscribe(
      next: { value in
        log.append(value)
        guard value == 0 else { return }
        let isFull = Milestone()
        let done = onThread {
          for value in 1...6 {
            send(.next(value))
            if sent.add(1, ordering: .sequentiallyConsistent).newValue == 4 { isFull.reach() }
          }
        }
        wait.withLock { $0 = done }
        isFull.wait()
        // The fifth does not get in as long as this handler runs, however long that is.
        for _ in 0..<1_000 { #expect(sent.load(ordering: .sequentiallyConsistent) == 4) }
      }, failed: { _ in })
    onThread { send(.next(0)) }()
    wait.withLock { $0 }?()
    #expect(log.all == [0, 1, 2, 3, 4, 5, 6])
    send(.completed)
  }

  /// Who is delivering would wait for itself.
  @Test(arguments: Way.all) fileprivate func f_B20_aHandlerThatSendsIsNotHeldUp(_ way: Way) {
    let (send, stream) = way.make(.suspending(1))
    let log = Log<Int>()
    stream.subscribe(
      next: { value in
        log.append(value)
        if value < 3 { for next in 0..<2 { send(.next(value * 2 + next + 1)) } }
      }, failed: { _ in })
    onThread { send(.next(0)) }()
    #expect(log.all == [0, 1, 2, 3, 4, 5, 6])
    send(.completed)
  }

  @Test func f_B20_tooManyAtAMergeAreAFailure() {
    let (one, other) = (Subject<Int, TestFailure>(), Subject<Int, TestFailure>())
    let log = Log<Event<Int, TestFailure>>()
    merge(one, other, limit: 2, failure: TestFailure("too many")).subscribeEvents { event in
      log.append(event)
      if event == .next(0) { for next in 1...5 { other.send(next) } }
    }
    one.send(0)
    #expect(log.all == [.next(0), .next(1), .next(2), .failed(TestFailure("too many"))])
  }

  /// What the inner stream of before has left is not combined with what the latest sends.
  @Test func f_B20_whatIsSwitchedFromIsNotCombinedWithTheLatest() {
    let (outer, before, latest) = (Subject<Int, Never>(), Subject<Int, Never>(), Subject<Int, Never>())
    let log = Log<Int>()
    let watching =
      outer
      .flatMap(.latest, buffering: .coalescing { $0 * 10 + $1 }) { $0 == 0 ? before.signal : latest.signal }
      .subscribe { value in
        log.append(value)
        guard value == 1 else { return }
        before.send(2)
        outer.send(1)
        for value in 3...5 { latest.send(value) }
      }
    outer.send(0)
    before.send(1)
    #expect(log.all == [1, 345])
    watching.dispose()
  }

  @Test func f_B20_tooManyAreAFailure() {
    let subject = Subject<Int, TestFailure>(limit: 2, failure: TestFailure("too many"))
    let recorder = Recorder(subject)
    subject.subscribe(
      next: { value in
        if value == 0 { for next in 1...5 { subject.send(next) } }
      }, failed: { _ in })
    subject.send(0)
    #expect(recorder.events == [.next(0), .next(1), .next(2), .failed(TestFailure("too many"))])
  }

  /// An observer that comes while values wait keeps its place among them, also where some of them are dropped.
  @Test func f_B20_whoComesHearsWhatIsSentFromThenOn() {
    let subject = Subject<Int, Never>(buffering: .newest(2))
    let late = Lock<Recorder<Int, Never>?>(nil)
    subject.subscribe { value in
      guard value == 0 else { return }
      subject.send(1)
      subject.send(2)
      late.withLock { $0 = Recorder(subject) }
      subject.send(3)
    }
    subject.send(0)
    #expect(late.withLock { $0 }?.values == [3])
    subject.complete()
  }

  /// Nothing is lost where senders wait, every one of them gets through, and no more wait than the bound and one for
  /// each of them.
  @Test(arguments: Way.all) fileprivate func f_B20_threeThreadsThatWaitForRoom(_ way: Way) async {
    let (send, stream) = way.make(.suspending(8))
    let log = Log<Int>()
    let sent = Atomic(0)
    let most = Atomic(0)
    let heard = Counter()
    stream.subscribe(
      next: { value in
        log.append(value)
        most.max(sent.load(ordering: .relaxed) - heard.add(), ordering: .relaxed)
      }, failed: { _ in })
    onThreads(3) { sender in
      for number in 0..<5_000 {
        send(.next(sender * 5_000 + number))
        sent.add(1, ordering: .relaxed)
      }
    }
    await until { heard.count == 15_000 }
    #expect(most.load(ordering: .relaxed) <= 8 + 3)
    for sender in 0..<3 {
      #expect(log.all.filter { $0 / 5_000 == sender } == Array(sender * 5_000..<(sender + 1) * 5_000))
    }
    send(.completed)
  }

  /// The same contract, whatever the way in.
  @Test func battery() {
    Battery.check("a bounded observer") { (input: Signal<Int, TestFailure>) in
      Signal<Int, TestFailure>(buffering: .newest(1_000)) { observer in
        input.subscribeEvents(for: observer) { observer.send($0) }
      }
    }
    Battery.check("a bounded merge") { (input: Signal<Int, TestFailure>) in
      merge([input, .empty], buffering: .newest(1_000))
    }
    Battery.check("a bounded flatMap") { (input: Signal<Int, TestFailure>) in
      input.flatMap(.latest, buffering: .suspending(1_000)) { .just($0) }
    }
  }

  @Test func impossibleLimitsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Subject<Int, Never>(buffering: .newest(0)) }
    await #expect(processExitsWith: .failure) { _ = Subject<Int, TestFailure>(limit: 0, failure: TestFailure("")) }
    await #expect(processExitsWith: .failure) { _ = merge([Signal<Int, Never>.never], buffering: .oldest(0)) }
  }
}
