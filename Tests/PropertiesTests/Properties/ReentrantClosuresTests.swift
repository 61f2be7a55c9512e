import Observation
import Rill
import StreamTesting
import TestSupport
import Testing

/// A closure of state uses the property that calls it.
struct ReentrantClosuresTests {
  enum Action: CaseIterable { case change, subscribe, derive, read, dispose }

  /// Whether a closure acts for its first observer, or for a change.
  enum Moment: CaseIterable { case first, change }

  private final class Run: Sendable {
    let source = MutableProperty(1)
    let handles = CompositeDisposable()
    let follower = SerialDisposable()
    let armed = ArmedAction()

    func perform(_ action: Action) {
      armed.run { count in
        switch action {
        case .change: source.value = 10 * count
        case .subscribe: handles.add(source.subscribe { _ in })
        case .derive: handles.add(source.map { $0 + 1 }.subscribe { _ in })
        case .read: _ = source.map { $0 + 1 }.value
        case .dispose: follower.dispose()
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ReentrantClosure.all, Action.allCases)
  func aClosureMayUseTheStateThatCallsIt(_ tried: ReentrantClosure, _ action: Action) {
    for moment in Moment.allCases {
      let run = Run()
      let probe = LifetimeProbe()
      do {
        let act = Act { [object = probe.object()] in
          object.touch()
          run.perform(action)
        }
        let dependent = tried.make(run.source, act)
        if moment == .first { run.armed.arm() }
        run.follower.inner = dependent.observe()
        run.armed.arm()
        for number in 2...4 { run.source.value = number }
        #expect(run.armed.count >= 1, "\(tried.name) does not call its closure.")
        run.armed.disarm()
        if action != .dispose { #expect(dependent.shown() == run.source.value, "\(tried.name) is behind its source.") }
        batch { run.source.value = 5 }
        if action != .dispose { #expect(dependent.shown() == 5, "\(tried.name) is behind its source.") }
      }
      run.handles.dispose()
      run.follower.dispose()
      #expect(probe.liveCount == 0, "\(tried.name) keeps its closure.")
    }
  }

  /// The change that the closure returns wins over the one that it makes meanwhile, and observers receive that.
  @Test(arguments: Action.allCases) func aClosureOfModifyMayUseItsProperty(_ action: Action) {
    let run = Run()
    let heard = Heard<Int>()
    run.follower.inner = run.source.subscribe { heard.append($0) }
    run.armed.arm()
    run.source.modify { number in
      run.perform(action)
      number = 8
    }
    #expect(run.source.value == 8)
    #expect(heard.values.last == (action == .dispose ? 1 : 8))
    run.handles.dispose()
  }

  @Test(arguments: Action.allCases) func theBodyOfABatchMayUseItsWrites(_ action: Action) {
    let run = Run()
    let heard = Heard<Int>()
    run.follower.inner = run.source.subscribe { heard.append($0) }
    run.armed.arm()
    batch {
      run.source.value = 7
      run.perform(action)
    }
    #expect(run.source.value == (action == .change ? 10 : 7))
    #expect(heard.values == (action == .dispose ? [1] : [1, run.source.value]))
    run.handles.dispose()
  }

  /// A property that loads uses its question in the closure that answers it.
  @Test(.timeLimit(.minutes(1)), arguments: Action.allCases)
  func aClosureThatLoadsMayUseItsQuestion(_ action: Action) async {
    let run = Run()
    let received = Lock(0)
    let loaded = Property(loading: run.source) { question in
      run.perform(action)
      return question
    }
    run.follower.inner = loaded.subscribe { loading in
      if case .value(let value) = loading { received.withLock { $0 = value } }
    }
    await until { received.withLock { $0 } == 1 }
    run.armed.arm()
    run.source.value = 2
    let expected = action == .change ? 10 : 2
    if action == .dispose {
      await until { run.armed.count == 1 }
    } else {
      await until { received.withLock { $0 } == expected }
    }
    #expect(run.source.value == expected)
    run.handles.dispose()
    run.follower.dispose()
  }

  @MainActor private final class Owner: Observable {
    let run = Run()
    let action: Action
    @Derived({ @MainActor (owner: Owner) in owner.number() }) var total: Int

    init(_ action: Action) { self.action = action }

    private func number() -> Int {
      let number = run.source.value
      run.perform(action)
      return number
    }
  }

  @MainActor @Test(arguments: Action.allCases) func aClosureOfADerivedMayUseItsSource(_ action: Action) {
    let owner = Owner(action)
    let run = owner.run
    let received = Heard<Int>()
    run.follower.inner = owner.$total.subscribe { received.append($0) }
    run.armed.arm()
    for number in 2...4 { run.source.value = number }
    #expect(run.armed.count == 1)
    #expect(owner.total == run.source.value)
    if action != .dispose { #expect(received.values.last == run.source.value) }
    run.handles.dispose()
    run.follower.dispose()
  }
}
