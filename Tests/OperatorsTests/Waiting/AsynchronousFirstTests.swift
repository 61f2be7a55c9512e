import Operators
import StreamTesting
import Testing

/// Replaces the original's tests with `asynchronousFirstOrDefault`: here the test is `async`, and waits for a recorder.
@MainActor
struct AsynchronousFirstTests {
  @Test func earlierWorkRunsFirstAndTheSubscriptionEnds() async {
    let notes = Notes<String>()
    MainScheduler(runsInline: false).schedule { notes.add("earlier work") }
    let disposals = Counter()
    let stream = Signal<Int, Never> { @Sendable observer in
      observer.send(1)
      return Disposable { disposals.up() }
    }.deliver(on: .mainAsync).on(next: { _ in notes.add("value") })
    let recorder = Recorder(stream.take(1))
    #expect(recorder.values.isEmpty)
    await recorder.waitForValues(1)
    await recorder.waitForEnd()
    #expect(notes.all == ["earlier work", "value"])
    #expect(recorder.values == [1])
    #expect(disposals.count == 1)
  }

  @Test func aDelayedFailureComesToo() async {
    let stream = Signal<Int, TestFailure>.fail(TestFailure("late")).deliver(on: .mainAsync)
    let recorder = Recorder(stream)
    #expect(recorder.events.isEmpty)
    #expect(await recorder.waitForEnd() == .failed(TestFailure("late")))
  }
}
