import Rill
import StreamTesting
import TestSupport
import Testing

/// A closure of a list uses the list that calls it.
struct ReentrantClosuresTests {
  enum Action: CaseIterable { case change, subscribe, derive, dispose }

  /// Whether a closure acts in the computation that the first subscriber causes, or in that of a change.
  enum Moment: CaseIterable { case first, change }

  private final class Run: Sendable {
    let list = ObservableList([1, 2, 3])
    let handles = CompositeDisposable()
    let follower = SerialDisposable()
    let armed = ArmedAction()

    func perform(_ action: Action) {
      armed.run { count in
        switch action {
        case .change: list.append(100 * count)
        case .subscribe: handles.add(list.edits.subscribe { _ in })
        case .derive: handles.add(list.filter { $0 > 2 }.edits.subscribe { _ in })
        case .dispose: follower.dispose()
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ReentrantClosure<DerivedState>.all, Action.allCases)
  func aClosureOfDerivedStateMayUseItsList(_ tried: ReentrantClosure<DerivedState>, _ action: Action) {
    for moment in Moment.allCases {
      let run = Run()
      let probe = LifetimeProbe()
      do {
        let act = Act { [object = probe.object()] in
          object.touch()
          run.perform(action)
        }
        let state = tried.apply(run.list, act)
        if moment == .first { run.armed.arm() }
        run.follower.inner = state.subscribe()
        run.armed.arm()
        run.list.append(5)
        run.list[0] = 4
        run.list.remove(at: 1)
        #expect(run.armed.count >= 1, "\(tried.name) does not call its closure.")
        run.armed.disarm()
        let expected = tried.apply(run.list, Act {}).shown()
        #expect(state.shown() == expected, "\(tried.name) is not what its list gives.")
      }
      run.handles.dispose()
      run.follower.dispose()
      #expect(probe.liveCount == 0, "\(tried.name) keeps its closure.")
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ReentrantClosure<Void>.writers, Action.allCases)
  func aClosureThatChangesAListMayUseIt(_ tried: ReentrantClosure<Void>, _ action: Action) {
    let run = Run()
    let heard = Lock<[Int]>([])
    run.follower.inner = run.list.edits.subscribe { [weak list = run.list] _ in
      guard let list else { return }
      heard.withLock { $0 = list.value }
    }
    let doubled = run.list.map { $0 * 2 }
    run.armed.arm()
    tried.apply(run.list, Act { run.perform(action) })
    #expect(run.armed.count == 1, "\(tried.name) does not call its closure.")
    #expect(run.list.value.contains(8), "\(tried.name) has lost its change.")
    #expect(doubled.value == run.list.value.map { $0 * 2 })
    if action != .dispose { #expect(heard.withLock { $0 } == run.list.value) }
    run.handles.dispose()
    run.follower.dispose()
  }
}
