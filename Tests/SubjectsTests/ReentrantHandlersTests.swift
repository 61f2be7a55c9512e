import Operators
import StreamCore
import StreamTesting
import Subjects
import Testing

/// A handler uses the subject, or the shared signal, that calls it.
struct ReentrantHandlersTests {
  /// A subject or a way of sharing one. The test sends to `source`; its handlers subscribe to
  /// `signal`.
  struct Tried: Sendable, CustomTestStringConvertible {
    typealias Source = any SubjectProtocol<Int, TestFailure>

    let testDescription: String
    let make: @Sendable () -> (source: Source, signal: Signal<Int, TestFailure>)

    init(_ name: String, _ make: @escaping @Sendable () -> (source: Source, signal: Signal<Int, TestFailure>)) {
      testDescription = name
      self.make = make
    }

    /// A subject itself.
    static func subject(_ name: String, _ make: @escaping @Sendable () -> Source) -> Tried {
      Tried(name) {
        let subject = make()
        return (subject, subject.signal)
      }
    }

    /// The result of an operator that shares a subject.
    static func shared(
      _ name: String, _ share: @escaping @Sendable (Signal<Int, TestFailure>) -> Signal<Int, TestFailure>
    ) -> Tried {
      Tried(name) {
        let subject = Subject<Int, TestFailure>()
        return (subject, share(subject.signal))
      }
    }

    static let all: [Tried] = [
      .subject("Subject") { Subject() },
      .subject("Subject(limit:)") { Subject(limit: 8) },
      .subject("BehaviorSubject") { BehaviorSubject(0) },
      .subject("ReplaySubject") { ReplaySubject(count: 2) },
      .subject("ReplaySubject.unbounded") { ReplaySubject.unbounded() },
      .subject("ReplaySubject(age:)") { ReplaySubject(count: 2, age: .seconds(1), on: TestScheduler()) },
      .shared("share") { $0.share() },
      .shared("share(replay:)") { $0.share(replay: 2) },
      .shared("share(keepAlive:)") { $0.share(replay: 1, keepAlive: .seconds(1), on: TestScheduler()) },
      .shared("autoconnect") { $0.publish().autoconnect() },
      .shared("replayLast") { $0.replayLast().autoconnect() },
      .shared("replayLazily") { $0.replayLazily().signal },
    ]
  }

  enum Place: CaseIterable { case next, end, teardown }
  enum Action: CaseIterable { case send, subscribe, dispose, complete, fail }

  private final class Run: Sendable {
    let source: Tried.Source
    let signal: Signal<Int, TestFailure>
    let handles = CompositeDisposable()
    let own = SerialDisposable()
    let hasActed = Lock(false)
    let isInside = Lock(false)
    let events = Lock<[Event<Int, TestFailure>]>([])
    let others = Lock<[Event<Int, TestFailure>]>([])

    init(_ tried: Tried) { (source, signal) = tried.make() }

    func perform(_ action: Action) {
      let isFirst = hasActed.withLock { hasActed in
        defer { hasActed = true }
        return !hasActed
      }
      guard isFirst else { return }
      switch action {
      case .send: source.send(10)
      case .subscribe: handles.add(signal.subscribeEvents { _ in })
      case .dispose:
        own.dispose()
        handles.dispose()
      case .complete: source.complete()
      case .fail: source.fail(TestFailure())
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: Tried.all, Action.allCases)
  func aHandlerMayUseTheSourceThatCallsIt(_ tried: Tried, _ action: Action) {
    for place in Place.allCases {
      let probe = LifetimeProbe()
      do {
        let run = Run(tried)
        run.handles.add(
          run.signal.subscribeEvents { [others = run.others] event in others.withLock { $0.append(event) } })
        let signal = place == .teardown ? run.signal.finally { run.perform(action) } : run.signal
        run.own.inner = signal.subscribeEvents { [object = probe.object()] event in
          object.touch()
          #expect(!run.isInside.withLock { $0 }, "The handler is called inside itself.")
          run.isInside.withLock { $0 = true }
          run.events.withLock { $0.append(event) }
          if place == (event.isTerminal ? .end : .next) { run.perform(action) }
          run.isInside.withLock { $0 = false }
        }
        for number in 1...3 { run.source.send(number) }
        run.source.complete()
        #expect(run.hasActed.withLock { $0 })
        let (events, others) = (run.events.withLock { $0 }, run.others.withLock { $0 })
        #expect(events.filter(\.isTerminal).count <= 1 && events.dropLast().allSatisfy { !$0.isTerminal })
        if action == .dispose {
          #expect(events == Array(others.prefix(events.count)), "Nothing arrives after the disposal.")
          if place == .next { #expect(events.count == 1) }
        } else {
          #expect(events == others, "All observers receive one order.")
        }
        run.handles.dispose()
        run.own.dispose()
      }
      #expect(probe.liveCount == 0, "The handler is retained.")
    }
  }
}
