import Operators
import StreamTesting
import Subjects
import TestSupport
import Testing

/// The closure of an operator uses the stream that calls it.
struct ReentrantClosuresTests {
  enum Action: CaseIterable { case send, subscribe, subscribeToTheResult, dispose, complete, fail }

  /// The source, and a count of each kind of event of its result.
  private final class Run: Sendable {
    let subject = Subject<Int, TestFailure>()
    let handles = CompositeDisposable()
    let calls = Counter()
    let values = Counter()
    let ends = Counter()
    let valuesWhenDisposed = Lock<Int?>(nil)
    let isSending = Lock(false)
    let result = Lock<Signal<Int, TestFailure>?>(nil)
  }

  @Test(arguments: ReentrantOperator.all, Action.allCases)
  func aClosureMayUseTheStreamThatCallsIt(_ tried: ReentrantOperator, _ action: Action) {
    let run = Run()
    let probe = LifetimeProbe()
    do {
      let act = Act { [object = probe.object()] in
        object.touch()
        run.calls.up()
        if run.calls.count == 1 { Self.perform(action, run) }
      }
      let result = tried.apply(run.subject.signal, act)
      run.result.withLock { $0 = result }
      run.handles.add(result.subscribeEvents { event in event.isTerminal ? run.ends.up() : run.values.up() })
    }
    run.isSending.withLock { $0 = true }
    for number in 1...3 { run.subject.send(number) }
    run.subject.fail(TestFailure())
    run.isSending.withLock { $0 = false }
    #expect(run.calls.count >= 1, "\(tried.name) does not call its closure.")
    if action == .dispose {
      #expect(run.values.count == run.valuesWhenDisposed.withLock { $0 }, "A value arrives after the disposal.")
    } else {
      #expect(run.ends.count <= 1, "The result ends more than once.")
    }
    run.handles.dispose()
    run.result.withLock { $0 = nil }
    #expect(probe.liveCount == 0, "\(tried.name) keeps its closure.")
  }

  private static func perform(_ action: Action, _ run: Run) {
    switch action {
    case .send:
      let calls = run.calls.count
      run.subject.send(10)
      // While the subject delivers, a value that is sent waits for its turn.
      if run.isSending.withLock({ $0 }) { #expect(run.calls.count == calls, "The closure is called inside itself.") }
    case .subscribe: run.handles.add(run.subject.subscribeEvents { _ in })
    case .subscribeToTheResult:
      guard let result = run.result.withLock({ $0 }) else { return }
      run.handles.add(result.subscribeEvents { _ in })
    case .dispose:
      run.handles.dispose()
      run.valuesWhenDisposed.withLock { $0 = run.values.count }
    case .complete: run.subject.complete()
    case .fail: run.subject.fail(TestFailure())
    }
  }
}
