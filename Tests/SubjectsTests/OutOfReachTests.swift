import StreamCore
import StreamTesting
import Subjects
import Testing

/// Contract 14, for every operator that shares a run.
struct OutOfReachTests {
  private static let ways: [@Sendable (Signal<Int, Never>) -> Signal<Int, Never>] = [
    { $0.share() }, { $0.share(replay: 1) }, { $0.share(resettingOn: []) },
    { $0.share(keepAlive: .seconds(1), on: TestScheduler()) },
    { $0.replay().signal }, { $0.replayLast().signal }, { $0.replayLazily().signal },
    { $0.publish().autoconnect() }, { $0.multicast(BehaviorSubject(0)).autoconnect() },
    { $0.share().share().replay().signal },
  ]

  private static let endless: [Signal<Int, Never>] = [
    .never, Signal.just(1).flatMap { _ in .never }, StreamCore.concat([Signal<Int, Never>.just(1), .never]),
    Signal(attaching: { sink, subscription in
      let joint = Joint<First, Never>(First(), sink, subscription)
      joint.attach(Signal<Int, Never>.never, next: { $0 }, completed: 0)
      joint.attach(Signal<Int, Never>.never, next: { $0 }, completed: 0)
    }),
  ]

  private struct First: Operator {
    mutating func step(_ input: Int) -> Step<Int> { .emit(input) }
  }

  @Test(arguments: ways.indices, endless.indices)
  func anEndlessStreamDoesNotEndWhenShared(_ way: Int, _ source: Int) {
    let shared = Self.ways[way](Self.endless[source])
    let recorder = Recorder(shared)
    #expect(recorder.completion == nil)
    #expect(shared.isWaitedFor)
    withExtendedLifetime(recorder) {}
  }

  @Test(arguments: ways.indices)
  func aStreamOutOfReachIsSoWhenShared(_ way: Int) {
    let dropped = Signal<Int, Never> { observer in observer.send(1) }
    let shared = Self.ways[way](dropped)
    let recorder = Recorder(shared)
    #expect(recorder.completion == nil)
    #expect(!shared.isWaitedFor)
    let probe = LifetimeProbe()
    shared.subscribe(
      next: { [object = probe.object()] _ in object.touch() }, completed: { Issue.record("Nobody has completed it.") })
    #expect(probe.liveCount == 0)
    withExtendedLifetime(recorder) {}
  }

  /// A subscriber that comes after the source was released receives the stored values, as the earlier ones did.
  @Test func storedValuesAreStillDelivered() {
    let dropped = Signal<Int, Never> { observer in for value in 1...3 { observer.send(value) } }
    #expect(Recorder(dropped.replay()).events == [.next(1), .next(2), .next(3)])
    #expect(Recorder(dropped.replayLast()).events == [.next(3)])
    let endless = Signal<Int, Never>([1, 2]).concat(Signal<Int, Never>.never)
    #expect(Recorder(endless.replay()).events == [.next(1), .next(2)])
  }

  @Test func aStoredHandleEndsAConnectionToAnEndlessStream() {
    var connection: MulticastConnection<Int, Never>? = Signal.never.publish()
    let recorder = Recorder(connection!)
    let handle = connection!.connect()
    connection = nil
    #expect(recorder.events == [])
    handle.dispose()
    #expect(recorder.events == [.completed])
    #expect(handle.isDisposed)
  }

  /// A user's own subject is ended only by the user.
  @Test func aReleasedSubjectCompletesAlsoWithAnEndlessSource() {
    var subject: Subject<Int, Never>? = Subject()
    let recorder = Recorder(subject!)
    Signal.never.send(to: subject!)
    Signal { _ in }.send(to: subject!)
    subject!.send(1)
    subject = nil
    #expect(recorder.events == [.next(1), .completed])
  }
}
