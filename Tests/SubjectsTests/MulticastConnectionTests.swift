import StreamCore
import StreamTesting
import Subjects
import Testing

struct MulticastConnectionTests {
  /// Counts its subscriptions, sends 1 and waits.
  private final class Source: Sendable {
    let log = Log<String>()
    let rest = Subject<Int, Never>()

    var signal: Signal<Int, Never> {
      Signal { observer in
        self.log.append("start")
        observer.send(1)
        let handle = self.rest.subscribe(next: { observer.send($0) }, completed: { observer.complete() })
        return Disposable { [log = self.log] in
          handle.dispose()
          log.append("stop")
        }
      }
    }
  }

  @Test func nothingRunsBeforeConnectAndAllObserversShareTheRun() {
    let source = Source()
    let connection = source.signal.publish()
    let (first, second) = (Recorder(connection), Recorder(connection))
    #expect(source.log.all.isEmpty)
    connection.connect()
    source.rest.send(2)
    source.rest.complete()
    #expect(source.log.all == ["start", "stop"])
    #expect(first.events == [.next(1), .next(2), .completed])
    #expect(second.events == first.events)
    #expect(Recorder(connection).events == [.completed])
  }

  /// The original does not end the observers of a connection that is disposed; ours completes them (contract 6 and 10).
  @Test func connectingTwiceAndAfterDisposal() {
    let source = Source()
    let connection = source.signal.publish()
    let recorder = Recorder(connection)
    let first = connection.connect()
    let second = connection.connect()
    #expect(source.log.all == ["start"])
    second.dispose()
    #expect(first.isDisposed)
    #expect(source.log.all == ["start", "stop"])
    #expect(connection.connect().isDisposed)
    #expect(source.log.all == ["start", "stop"])
    #expect(recorder.events == [.next(1), .completed])
    #expect(Recorder(connection).events == [.completed])
  }

  @Test func racingConnectsDoNotWaitForEachOther() {
    let (entered, leave) = (Milestone(), Milestone())
    let starts = Log<Int>()
    let connection = Signal<Int, Never> { _ in
      starts.append(1)
      entered.reach()
      leave.wait()
    }.publish()
    let winner = Log<Disposable>()
    let finish = onThread { winner.append(connection.connect()) }
    entered.wait()
    // The first is still inside the source, and this returns.
    let loser = connection.connect()
    #expect(winner.all.isEmpty)
    leave.reach()
    finish()
    loser.dispose()
    #expect(winner.all[0].isDisposed)
    #expect(starts.all == [1])
  }

  @Test func disposingInsideTheSourceStopsIt() {
    let log = Log<String>()
    let connection = Signal<Int, Never> { observer in
      var value = 0
      while observer.isActive, value < 100 {
        value += 1
        observer.send(value)
      }
      return Disposable { log.append("stop") }
    }.publish()
    let recorder = Recorder(connection)
    connection.subscribe { if $0 == 3 { connection.connect().dispose() } }
    connection.connect()
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
    #expect(log.all == ["stop"])
  }

  @Test func theRunContinuesWithoutTheConnection() {
    let source = Source()
    var connection: MulticastConnection<Int, Never>? = source.signal.publish()
    let recorder = Recorder(connection!)
    connection!.connect()
    connection = nil
    source.rest.send(2)
    #expect(recorder.events == [.next(1), .next(2)])
  }

  @Test func aConnectionReleasedUnconnectedCompletesItsObservers() {
    var connection: MulticastConnection<Int, Never>? = Signal.never.publish()
    let recorder = Recorder(connection!)
    connection = nil
    #expect(recorder.events == [.completed])
  }

  @Test func theSubjectDecidesTheValuesOfLateObservers() {
    let source = Source()
    let connection = source.signal.multicast(ReplaySubject(count: 1))
    connection.connect()
    source.rest.send(2)
    let late = Recorder(connection)
    source.rest.send(3)
    #expect(late.values == [2, 3])
  }

  @Test func theSignalCannotBeCastBack() {
    let published: Any = Signal<Int, Never>.never.publish().signal
    #expect(!(published is any SubjectProtocol<Int, Never>))
  }

  @Test func autoconnectLivesFromTheFirstToTheLastSubscriber() {
    let source = Source()
    let stream = source.signal.publish().autoconnect()
    #expect(source.log.all.isEmpty)
    let first = Recorder(stream)
    #expect(first.values == [1])
    let second = Recorder(stream)
    source.rest.send(2)
    first.dispose()
    #expect(source.log.all == ["start"])
    second.dispose()
    #expect(source.log.all == ["start", "stop"])
    #expect(second.values == [2])
  }

  /// The original leaves a late subscriber hanging, contrary to its header (defect 38); ours ends it.
  @Test func autoconnectNeverReconnectsAndEndsLateSubscribers() {
    let source = Source()
    let plain = source.signal.publish().autoconnect()
    Recorder(plain).dispose()
    #expect(Recorder(plain).events == [.completed])
    let replayed = source.signal.multicast(ReplaySubject.unbounded()).autoconnect()
    let early = Recorder(replayed)
    source.rest.send(2)
    early.dispose()
    #expect(Recorder(replayed).events == [.next(1), .next(2), .completed])
    #expect(source.log.all == ["start", "stop", "start", "stop"])
  }

  @Test func autoconnectAfterSeveral() {
    let source = Source()
    let stream = source.signal.publish().autoconnect(after: 2)
    let first = Recorder(stream)
    #expect(first.values == [])
    let second = Recorder(stream)
    #expect(first.values == [1])
    #expect(second.values == [1])
  }

  @Test func aSubscriberThatNeverWasDoesNotUseTheConnectionUp() {
    let source = Source()
    let stream = source.signal.publish().autoconnect()
    #expect(Recorder(stream, disposingAfter: 0).events.isEmpty)
    #expect(source.log.all.isEmpty)
    #expect(Recorder(stream).values == [1])
  }

  @Test func autoconnectAfterZeroSubscribersTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.publish().autoconnect(after: 0) }
  }

  @Test func replayRunsNowAndOnce() {
    let source = Source()
    let stream = source.signal.replay()
    #expect(source.log.all == ["start"])
    source.rest.send(2)
    let early = Recorder(stream)
    source.rest.complete()
    let late = Recorder(stream)
    #expect(early.events == [.next(1), .next(2), .completed])
    #expect(late.events == early.events)
    #expect(source.log.all == ["start", "stop"])
  }

  @Test func replayLastKeepsOne() {
    let source = Source()
    let stream = source.signal.replayLast()
    source.rest.send(2)
    #expect(Recorder(stream).values == [2])
    source.rest.complete()
    #expect(Recorder(stream).events == [.next(2), .completed])
  }

  @Test(arguments: [true, false])
  func replayCanBeStopped(_ all: Bool) {
    let source = Source()
    let replay = all ? source.signal.replay() : source.signal.replayLast()
    let early = Recorder(replay)
    replay.dispose()
    source.rest.send(2)
    #expect(source.log.all == ["start", "stop"])
    #expect(early.events == [.next(1), .completed])
    #expect(Recorder(replay).events == [.next(1), .completed])
    #expect(replay.isDisposed)
  }

  @Test func replayLazilyCanBeStoppedAlsoBeforeItHasBegun() {
    let source = Source()
    let replay = source.signal.replayLazily()
    let early = Recorder(replay)
    replay.dispose()
    #expect(source.log.all == ["start", "stop"])
    #expect(early.events == [.next(1), .completed])
    let other = source.signal.replayLazily()
    other.dispose()
    #expect(Recorder(other).events == [.completed])
    #expect(source.log.all == ["start", "stop"])
  }

  @Test func replayLazilyWaitsForASubscriberAndContinuesWithoutIt() {
    let source = Source()
    let stream = source.signal.replayLazily()
    #expect(source.log.all.isEmpty)
    let first = Recorder(stream)
    first.dispose()
    source.rest.send(2)
    #expect(source.log.all == ["start"])
    #expect(Recorder(stream).values == [1, 2])
  }

  /// For a disposed run, the source is torn down before the observers receive the end. For a source that ends, it is
  /// torn down afterwards. (The contract has one order; the original has two, which depend on threads.)
  @Test func theOrderOfTeardown() {
    let source = Source()
    let connection = source.signal.publish()
    connection.subscribe(next: { _ in }, completed: { source.log.append("completed") })
    connection.connect()
    source.rest.complete()
    #expect(source.log.all == ["start", "completed", "stop"])
    let other = Source()
    let disposed = other.signal.publish()
    disposed.subscribe(next: { _ in }, completed: { other.log.append("completed") })
    disposed.connect().dispose()
    #expect(other.log.all == ["start", "stop", "completed"])
  }
}
