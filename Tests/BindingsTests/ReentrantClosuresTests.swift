import Rill
import StreamTesting
import TestSupport
import Testing

/// A closure of a binding, a replica, a notification or a control uses the object that calls it.
@MainActor struct ReentrantClosuresTests {
  enum Action: CaseIterable { case change, subscribe, dispose }

  @MainActor private final class Run {
    var caller: Caller?
    var calls = 0
    var hasActed = false
    var callsWhenDisposed = 0
    let subscriptions = CompositeDisposable()

    func perform(_ action: Action) {
      calls += 1
      // The object exists when its first value has been delivered.
      guard let caller, !hasActed else { return }
      hasActed = true
      switch action {
      case .change: caller.change(10)
      case .subscribe: subscriptions.add(caller.subscribe())
      case .dispose:
        caller.dispose()
        callsWhenDisposed = calls
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ReentrantClosure.all, Action.allCases)
  func aClosureMayUseTheObjectThatCallsIt(_ tried: ReentrantClosure, _ action: Action) {
    let run = Run()
    let probe = LifetimeProbe()
    do {
      let act = Act { [object = probe.object()] in
        object.touch()
        MainActor.assumeIsolated { run.perform(action) }
      }
      run.caller = tried.make(act)
    }
    for number in 1...5 { run.caller?.change(number) }
    #expect(run.hasActed, "\(tried.name) does not call its closure.")
    if action == .dispose {
      #expect(run.calls == run.callsWhenDisposed, "\(tried.name) calls its closure after it was disposed.")
    } else {
      #expect(run.caller?.isConsistent() == true, "The two ends of \(tried.name) differ.")
    }
    run.subscriptions.dispose()
    run.caller?.dispose()
    run.caller = nil
    #expect(probe.liveCount == 0, "\(tried.name) keeps its closure.")
  }
}
