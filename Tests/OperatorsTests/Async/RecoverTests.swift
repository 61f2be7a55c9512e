import Operators
import StreamTesting
import Testing

@Suite struct RecoverTests {
  private let work = Work()

  @Test func sendsWhatTheFunctionComesUpWith() {
    let source = work.source("1-2-#")
    let result: Signal<Int, Never> = source.recover { [work] failure in
      #expect(failure == .oops)
      return await work.take(3)
    }
    expectMarbles("1-2----(3|)", result, on: work.time)
    source.expectSubscriptions("^---!")
  }

  @Test func failsWithWhatTheFunctionThrows() {
    let result: Signal<Int, Oops> = work.source("#").recover { [work] _ async throws(Oops) in
      try await work.take(upToFive: 9)
    }
    expectMarbles("------#", result, on: work.time)
  }

  @Test func withoutAFailureNothingIsAsked() {
    expectMarbles("1-|", work.source("1-|").recover { [work] _ in await work.take(1) }, on: work.time)
    #expect(work.started.withLock { $0 } == [])
  }

  @Test func disposingCancels() {
    let recorder = Recorder(work.source("#").recover { [work] _ in await work.take(3) }, on: work.time)
    work.time.advance(by: work.time.ticks(1))
    recorder.dispose()
    work.time.advance()
    #expect(work.cancelled.withLock { $0 } == [3])
  }
}
