import StreamCore
import StreamTesting
import Testing

/// Streams that come from asynchronous code: each subscription has a task, and disposing cancels it.
@Suite struct FromSequenceTests {
  private let time = TestScheduler()

  /// A sequence that the test drives. It counts the cancellations of its consumers.
  private struct Driven: AsyncSequence, Sendable {
    let source: Values<Int, Problem>
    let cancellations: Counter

    struct Iterator: AsyncIteratorProtocol {
      var source: Values<Int, Problem>.Iterator
      let cancellations: Counter

      mutating func next(isolation: isolated (any Actor)?) async throws(Problem) -> Int? {
        let value = try await source.next(isolation: isolation)
        if Task.isCancelled { cancellations.add() }
        return value
      }
    }

    func makeAsyncIterator() -> Iterator {
      Iterator(source: source.makeAsyncIterator(), cancellations: cancellations)
    }
  }

  /// The initializers. The one with a task has separate tests.
  enum Way: CaseIterable, Sendable { case function, sequence }

  @Test(arguments: Way.allCases, Ending.allCases) func everyCell(_ way: Way, _ ending: Ending) {
    for isDisposed in [false, true] { check(way, ending, isDisposed: isDisposed) }
  }

  private func check(_ way: Way, _ ending: Ending, isDisposed: Bool) {
    let time = TestScheduler()
    let hand = Hand<Int, Problem>()
    let cancellations = Counter()
    @Sendable func work() async throws(Problem) -> Int {
      let value: Int?
      do throws(Problem) {
        value = try await hand.last
      } catch {
        if Task.isCancelled { cancellations.add() }
        throw error
      }
      if Task.isCancelled { cancellations.add() }
      return value ?? -1
    }
    let stream: Signal<Int, Problem> =
      switch way {
      case .function: Signal { () async throws(Problem) in try await work() }
      case .sequence: Signal(Driven(source: hand.values(buffering: .unbounded), cancellations: cancellations))
      }
    let recorder = Recorder(stream, on: time)
    time.advance()
    #expect(hand.subscriptions == 1, "\(way) starts with its subscriber")
    hand.send(1)
    time.advance()
    if isDisposed {
      recorder.dispose()
      time.advance()
      #expect(hand.disposals.value == 1, "\(way)")
      #expect(cancellations.value == 1, "\(way)")
    }
    switch ending {
    case .completes: hand.complete()
    case .fails: hand.fail(Problem())
    case .goesOn: break
    }
    time.advance()
    let values = way == .sequence || (ending == .completes && !isDisposed) ? [1] : []
    #expect(recorder.values == values, "\(way) \(ending)")
    let end: Completion<Problem>? =
      switch ending {
      case .completes: .completed
      case .fails: .failed(Problem())
      case .goesOn: nil
      }
    #expect(recorder.completion == (isDisposed ? nil : end), "\(way) \(ending)")
    recorder.dispose()
    time.advance()
    #expect(hand.disposals.value == 1)
  }

  @Test func everySubscriberHasASeparateIteration() async {
    let stream = Signal(Signal([1, 2, 3]).values(buffering: .unbounded))
    #expect(await stream.collect == [1, 2, 3])
    #expect(await stream.collect == [1, 2, 3])
  }

  @Test func aStreamOfAnAsyncStream() async throws {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<5 { continuation.yield(number) }
    continuation.finish()
    #expect(await Signal(numbers).collect == [0, 1, 2, 3, 4])

    let throwing = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Problem())
    }
    let stream: Signal<Int, any Error> = Signal(throwing)
    var values = stream.values(buffering: .unbounded).makeAsyncIterator()
    #expect(try await values.next() == 1)
    await #expect(throws: Problem.self) { try await values.next() }
  }

  /// A task belongs to its maker: it continues when a subscription to it is disposed.
  @Test func aTaskContinuesWithoutItsSubscribers() {
    let hand = Hand<Int, Never>()
    let task = time.task { await hand.last ?? -1 }
    let stream = Signal(task)
    let gone = Recorder(stream, on: time)
    let stays = Recorder(stream, on: time)
    time.advance()
    gone.dispose()
    hand.send(5)
    hand.complete()
    time.advance()
    #expect(gone.events.isEmpty)
    #expect(stays.events == [.next(5), .completed])
    #expect(!task.isCancelled)
    let late = Recorder(stream, on: time)
    time.advance()
    #expect(late.events == [.next(5), .completed])
  }

  @Test func aTaskIsCancelledWhereThatIsAskedFor() {
    let hand = Hand<Int, Never>()
    let task = time.task { await hand.last ?? -1 }
    let recorder = Recorder(Signal(task, cancelsTask: true), on: time)
    time.advance()
    recorder.dispose()
    #expect(task.isCancelled)
    #expect(hand.disposals.value == 1)
    time.advance()
    #expect(recorder.events.isEmpty)
  }

  @Test func theErrorOfATaskIsTheFailure() async {
    let stream: Signal<Int, any Error> = Signal(Task { throw Problem() })
    await #expect(throws: Problem.self) { try await stream.collect }
  }

  /// Disposing a subscription to a task releases the subscriber immediately, before the task is done.
  @Test func disposingReleasesTheSubscriber() {
    let alive = Counter()
    let hand = Hand<Int, Never>()
    let task = time.task { await hand.last ?? -1 }
    func subscribe() -> Disposable {
      let probe = Probe { alive.add(-1) }
      alive.add()
      return time.perform { Signal(task).subscribe { _ in probe.touch() } }
    }
    let subscription = subscribe()
    time.advance()
    #expect(alive.value == 1)
    subscription.dispose()
    #expect(alive.value == 0)
    hand.complete()
    time.advance()
  }
}
