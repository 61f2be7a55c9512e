import Operators
import StreamTesting
import Testing

@Suite struct RecoverTests {
  private let work = Work()

  @Test func sendsTheResultOfTheFunction() {
    var sources: [TestSource<Int, Oops>] = []
    expectPicture("1-2----(3|)") { work -> Signal<Int, Never> in
      let source = work.source("1-2-#")
      sources.append(source)
      return source.recover { failure in
        #expect(failure == .oops)
        return await work.take(3)
      }
    }
    sources[0].expectSubscriptions("^---!")
  }

  @Test func failsWithTheErrorOfTheFunction() {
    expectPicture("------#") { work -> Signal<Int, Oops> in
      work.source("#").recover { _ async throws(Oops) in try await work.take(upToFive: 9) }
    }
  }

  @Test func withoutAFailureNothingIsAsked() {
    let work = expectPicture("1-|") { work in work.source("1-|").recover { _ in await work.take(1) } }
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
