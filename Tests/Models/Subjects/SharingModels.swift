import Interleaving
import ModelSupport
import StreamCore
import Subjects
import Testing

/// A scheduler whose actions run when the test calls `run()`.
private final class Later: Scheduler {
  private let waiting = Lock<[(handle: Subscription, action: @Sendable () -> Void)]>([])
  var clock: ContinuousClock { ContinuousClock() }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    let handle = Subscription()
    waiting.withLock { $0.append((handle, action)) }
    return Disposable(handle)
  }

  func schedule(
    after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable { schedule(action) }

  /// Runs the actions that were not cancelled.
  func run() {
    let due = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for (handle, action) in due where handle.isActive { action() }
  }
}

@Suite struct SharingModels {
  /// B14: a run without subscribers is torn down when its time is over, in any order of the last two.
  @Test func twoThreadsSubscribeAndDispose() throws {
    try model("Share with keepAlive: come and go, come and go") { program in
      let (later, starts, ends) = (Later(), Count(), Count())
      let shared = Signal<Int, Never> { observer in
        starts.add()
        return Disposable {
          withExtendedLifetime(observer) {}
          ends.add()
        }
      }.share(keepAlive: .seconds(1), on: later)
      for _ in 0..<2 { program.thread { shared.subscribe { _ in }.dispose() } }
      program.atEnd {
        later.run()
        expect(starts.now == ends.now, "\(starts.now) began, \(ends.now) ended")
      }
    }
  }

  @Test func withoutKeepAlive() throws {
    try model("Share: come and go, come and go") { program in
      let (starts, ends) = (Count(), Count())
      let shared = Signal<Int, Never> { observer in
        starts.add()
        return Disposable {
          withExtendedLifetime(observer) {}
          ends.add()
        }
      }.share()
      for _ in 0..<2 { program.thread { shared.subscribe { _ in }.dispose() } }
      program.atEnd { expect(starts.now == ends.now, "\(starts.now) began, \(ends.now) ended") }
    }
  }

  /// The source, and how often it was started.
  private func counted(_ source: Subject<Int, Never>, _ starts: Count) -> Signal<Int, Never> {
    Signal { observer in
      starts.add()
      return source.subscribe { observer.send($0) }
    }
  }

  @Test func oneStartForAllSubscribers() throws {
    try model("Share: come, come", withoutBound: true) { program in
      let (source, starts, told) = (Subject<Int, Never>(), Count(), Told<Int>())
      let shared = counted(source, starts).share()
      for _ in 0..<2 { program.thread { shared.subscribe { told.append($0) } } }
      program.atEnd {
        source.send(1)
        expect(starts.now == 1 && told.values == [1, 1], "\(starts.now) began, told \(told.values)")
      }
    }
  }

  /// A subscriber that comes while the last one leaves joins a run that continues, or starts a new one.
  @Test func aSubscriptionWhileTheLastSubscriberLeaves() throws {
    try model("Share: go, come", withoutBound: true) { program in
      let (source, starts, told) = (Subject<Int, Never>(), Count(), Told<Int>())
      let shared = counted(source, starts).share()
      let handle = shared.subscribe { _ in }
      program.thread { handle.dispose() }
      program.thread { shared.subscribe { told.append($0) } }
      program.atEnd {
        source.send(1)
        expect(told.values == [1], "told \(told.values)")
      }
    }
  }

  /// A timer that fires during a subscription ends the previous run or no run.
  @Test func aSubscriptionAtTheEndOfTheGracePeriod() throws {
    try model("Share with keepAlive: the time is over, come", withoutBound: true) { program in
      let (later, source, starts, told) = (Later(), Subject<Int, Never>(), Count(), Told<Int>())
      let shared = counted(source, starts).share(keepAlive: .seconds(1), on: later)
      shared.subscribe { _ in }.dispose()
      program.thread { later.run() }
      program.thread { shared.subscribe { told.append($0) } }
      program.atEnd {
        source.send(1)
        expect(told.values == [1], "told \(told.values)")
        later.run()
      }
    }
  }

  @Test func aConnectionConnectsOnce() throws {
    try model("MulticastConnection, connect, connect, dispose", withoutBound: true) { program in
      let (starts, ends) = (Count(), Count())
      let connection = Signal<Int, Never> { observer in
        starts.add()
        observer.send(1)
        return Disposable { ends.add() }
      }.publish()
      for _ in 0..<2 { program.thread { connection.connect() } }
      program.thread { connection.dispose() }
      program.atEnd { expect(starts.now <= 1 && starts.now == ends.now, "\(starts.now) began, \(ends.now) ended") }
    }
  }
}
