import Operators
import StreamTesting
import Testing

struct SubscribeOnTests {
  @Test func picture() {
    let time = TestScheduler()
    let source = time.cold("1-2-|")
    let recorder = Recorder(source.subscribe(on: time), on: time)
    #expect(source.subscriptions.isEmpty)
    time.run()
    source.expectSubscriptions("^---!")
    #expect(recorder.marbles == "1-2-|")
  }

  @Test func aFailurePasses() {
    let time = TestScheduler()
    expectMarbles("1-#", time.cold("1-#").subscribe(on: time), on: time)
  }

  @Test func disposingBeforeItsTurnTakesTheSubscribingBack() {
    let time = TestScheduler()
    let source = time.cold("1-2-|")
    let recorder = Recorder(source.subscribe(on: time), on: time)
    recorder.dispose()
    #expect(time.pendingCount == 0)
    time.run()
    #expect(source.subscriptions.isEmpty)
  }

  @MainActor
  @Test func aSourceThatSendsWhileSubscribedToSendsOnTheScheduler() async {
    let source = Signal<Int, Never> { @Sendable observer in
      MainActor.preconditionIsolated()
      observer.send(1)
      observer.complete()
    }
    let stream = source.subscribe(on: .mainAsync)
    let recorder = await Task.detached { Recorder(stream) }.value
    await recorder.waitForEnd()
    #expect(recorder.values == [1])
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("subscribe on", .usesTime(time)) { (input: Signal<Int, TestFailure>) in input.subscribe(on: time) }
  }
}
