import Operators
import StreamTesting
import Testing

@Suite struct RetryAwaitingTests {
  private let work = Work()

  /// The function takes as many ticks as there were failures, and returns `false` for the third.
  @Test func asksBeforeEachNewRun() {
    var sources: [TestSource<Int, Oops>] = []
    expectPicture("1--1---1----#") { work in
      let source = work.source("1-#")
      sources.append(source)
      return source.retry { failure, count in
        #expect(failure == .oops)
        return await work.take(count) < 3
      }
    }
    sources[0].expectSubscriptions("^-!", "---^-!", "-------^-!")
  }

  @Test func completesWithTheFirstRunThatDoes() {
    expectPicture("1|") { work in work.source("1|").retry { _, _ in true } }
  }

  @Test func everySubscriberHasASeparateCount() {
    let counts = Lock<[Int]>([])
    let result = work.source("#").retry { _, count in
      counts.withLock { $0.append(count) }
      return count < 2
    }
    expectMarbles("#", result, on: work.time)
    expectMarbles("#", result, on: work.time)
    #expect(counts.withLock { $0 } == [1, 2, 1, 2])
  }

  @Test func disposingCancelsTheQuestion() {
    let recorder = Recorder(work.source("#").retry { [work] _, _ in await work.take(3) > 0 }, on: work.time)
    work.time.advance(by: work.time.ticks(1))
    recorder.dispose()
    work.time.advance()
    #expect(work.cancelled.withLock { $0 } == [3])
    #expect(recorder.events.isEmpty)
  }
}
