import Rill
import StreamTesting
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
    let isArmed = Lock(false)
    let actCount = Lock(0)

    func perform(_ action: Action) {
      let acts = isArmed.withLock { isArmed in
        defer { isArmed = false }
        return isArmed
      }
      guard acts else { return }
      let count = actCount.withLock { count in
        count += 1
        return count
      }
      switch action {
      case .change: list.append(100 * count)
      case .subscribe: handles.add(list.edits.subscribe { _ in })
      case .derive: handles.add(list.filter { $0 > 2 }.edits.subscribe { _ in })
      case .dispose: follower.dispose()
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
        if moment == .first { run.isArmed.withLock { $0 = true } }
        run.follower.inner = state.subscribe()
        run.isArmed.withLock { $0 = true }
        run.list.append(5)
        run.list[0] = 4
        run.list.remove(at: 1)
        #expect(run.actCount.withLock { $0 } >= 1, "\(tried.name) does not call its closure.")
        run.isArmed.withLock { $0 = false }
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
    run.isArmed.withLock { $0 = true }
    tried.apply(run.list, Act { run.perform(action) })
    #expect(run.actCount.withLock { $0 } == 1, "\(tried.name) does not call its closure.")
    #expect(run.list.value.contains(8), "\(tried.name) has lost its change.")
    #expect(doubled.value == run.list.value.map { $0 * 2 })
    if action != .dispose { #expect(heard.withLock { $0 } == run.list.value) }
    run.handles.dispose()
    run.follower.dispose()
  }
}
