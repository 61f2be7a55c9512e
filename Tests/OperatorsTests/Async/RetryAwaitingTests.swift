import Operators
import StreamTesting
import Testing

@Suite struct RetryAwaitingTests {
  private let work = Work()

  /// The answer takes as many ticks as there were failures; the third is no.
  @Test func asksBeforeEachNewRun() {
    let source = work.source("1-#")
    let result = source.retry { [work] failure, count in
      #expect(failure == .oops)
      return await work.take(count) < 3
    }
    expectMarbles("1--1---1----#", result, on: work.time)
    source.expectSubscriptions("^-!", "---^-!", "-------^-!")
  }

  @Test func completesWithTheFirstRunThatDoes() {
    expectMarbles("1|", work.source("1|").retry { _, _ in true }, on: work.time)
  }

  @Test func everySubscriberCountsAnew() {
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
