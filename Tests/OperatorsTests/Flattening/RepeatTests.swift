import Foundation
import Operators
import StreamTesting
import Synchronization
import TestSupport
import Testing

struct RepeatTests {
  @Test func picture() {
    marbles {
      "1-2-|"
      "1-2-1-2-1-2-"
    } through: { input, _ in
      input.repeat()
    }
  }

  @Test func pictureOfACount() {
    marbles {
      "1-2-|"
      "1-2-1-2-|"
    } through: { input, _ in
      input.repeat(2)
    }
  }

  @Test func aFailureEndsIt() {
    marbles {
      "1-#"
      "1-#"
    } through: { input, _ in
      input.repeat()
    }
  }

  @Test func valuesAfterTheCompletionOfTheSourceAreIgnored() {
    let runs = Atomic(0)
    let source = Signal<Int, TestFailure> { observer in
      let run = runs.add(1, ordering: .relaxed).newValue
      observer.send(run)
      if run == 3 { observer.fail(TestFailure()) } else { observer.complete() }
      observer.send(-run)
    }
    #expect(Recorder(source.repeat()).events == [.next(1), .next(2), .next(3), .failed(TestFailure())])
  }

  @Test func aSynchronousSourceStopsWhenItsSubscriberDisposes() {
    #expect(Recorder(Signal([1]).repeat(), disposingAfter: 3).values == [1, 1, 1])
  }

  @Test func aSynchronousSourceStopsWhenTakeCutsIt() {
    #expect(Recorder(Signal([1, 2]).repeat().take(1)).events == [.next(1), .completed])
    #expect(Recorder(Signal([1, 2]).repeat().take(5)).values == [1, 2, 1, 2, 1])
  }

  /// An empty source never checks whether it is disposed; the rounds do.
  @Test func anEmptySourceStopsFromAnotherThread() async {
    let rounds = Atomic(0)
    let source = Signal<Int, Never>(attaching: { sink, _ in
      rounds.add(1, ordering: .relaxed)
      sink.end(.completed)
    })
    let subscription = Subscription()
    let (returned, noteReturn) = AsyncStream.makeStream(of: Void.self)
    // Not in a task: the cooperative pool has few threads, and this loops until another thread disposes it.
    Thread.detachNewThread {
      source.repeat().attach(Sink(next: { _ in }, end: { _ in }), to: subscription)
      noteReturn.finish()
    }
    while rounds.load(ordering: .relaxed) < 1_000 { await Task.yield() }
    subscription.dispose()
    for await _ in returned {}
  }

  /// The original moves every round but the first to the current scheduler, or a new one.
  @Test func allRoundsRunOnTheSubscriber() {
    #expect(Recorder(Signal([1, 2]).repeat(3)).events == [1, 2, 1, 2, 1, 2].map { .next($0) } + [.completed])
  }

  @Test(.long) func aMillionRoundsFitASmallStack() {
    let rounds = withSmallStack {
      let rounds = Atomic(0)
      let source = Signal<Int, Never>(attaching: { sink, _ in
        rounds.add(1, ordering: .relaxed)
        sink.end(.completed)
      })
      source.repeat(1_000_000).subscribe { _ in }
      return rounds.load(ordering: .relaxed)
    }
    #expect(rounds == 1_000_000)
  }

  @Test func noRoundsSubscribeToNothing() {
    let time = TestScheduler()
    let source = time.cold("1|")
    expectMarbles("|", source.repeat(0), on: time)
    #expect(source.subscriptions.isEmpty)
  }

  @Test func eachRoundIsTornDownBeforeTheNext() {
    let time = TestScheduler()
    let source = time.cold("1-|")
    let recorder = Recorder(source.repeat(), on: time, disposingAfter: 2)
    time.run()
    source.expectSubscriptions("^-!", "--(^!)")
    #expect(recorder.values == ["1", "1"])
  }

  @Test func aNegativeCountTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.repeat(-1) }
  }

  @Test func battery() {
    Battery.check("repeat", .keepsRunning) { (input: Signal<Int, TestFailure>) in input.repeat(2) }
    Battery.check("repeat for ever", .keepsRunning) { (input: Signal<Int, TestFailure>) in input.repeat() }
  }
}
