import Operators
import StreamTesting
import Testing

struct RateLimitTests {
  @Test func picture() {
    marbles {
      "(1234)-------5-|"
      "1-2-3-4-5-|"
    } through: { input, time in
      input.rateLimit(1, per: time.ticks(2), on: time)
    }
    marbles {
      "(1234)-------5-|"
      "(123)-4-----5-|"
    } through: { input, time in
      input.rateLimit(1, per: time.ticks(2), burst: 3, on: time)
    }
  }

  @Test func tokensArriveEvenlyInAPeriod() {
    marbles {
      "(12345)|"
      "(12)-3-4-(5|)"
    } through: { input, time in
      input.rateLimit(2, per: time.ticks(4), on: time)
    }
  }

  @Test func aValueTakesAsManyTokensAsItCosts() {
    let time = TestScheduler()
    let source = time.cold("(1312)|", values: ["1": 1, "2": 2, "3": 3])
    // Four tokens at first, one for each tick. Value 3 leaves no token.
    expectMarbles(
      "(13)1-(2|)", source.rateLimit(1, per: time.ticks(1), burst: 4, on: time) { $0 }.map { "\($0)" }, on: time)
  }

  @Test func aValueThatCostsMoreThanTheBurstWaitsForAFullBucket() {
    let time = TestScheduler()
    let source = time.cold("(191)|", values: ["1": 1, "9": 9])
    let limited = source.rateLimit(1, per: time.ticks(1), burst: 2, on: time) { $0 }
    expectMarbles("1--------(n|)", limited.filter { $0 == 1 }.enumerated().map { $0.offset == 0 ? "1" : "n" }, on: time)
  }

  @Test func aFailureDropsTheWaitingValues() {
    marbles {
      "(123)#"
      "1#"
    } through: { input, time in
      input.rateLimit(1, per: time.ticks(9), on: time)
    }
  }

  @Test func aPolicyBoundsTheWaitingValues() {
    marbles {
      "(1234)|"
      "1--(4|)"
    } through: { input, time in
      input.rateLimit(1, per: time.ticks(3), buffering: .newest(1), on: time)
    }
  }

  @Test func anIdleLimitHasNoTimer() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.rateLimit(1, per: time.ticks(3), on: time), on: time)
    source.send(1)
    #expect(time.pendingCount == 0)
    source.send(2)
    #expect(time.pendingCount == 1)
    recorder.dispose()
    #expect(time.pendingCount == 0)
  }

  @Test func likeAQueueOverLists() {
    compareWithLists { streams, time, n in
      streams[0].rateLimit(1, per: time.ticks(n), burst: 2, on: time)
    } _: { tables, n in
      // The third value of a full bucket waits: each value is sent n ticks after the last but one of two tokens.
      var (sent, full) = ([(tick: Int, value: Int)](), 0)
      for (tick, value) in tables[0].moments {
        let due = Swift.max(tick, full - n, sent.last?.tick ?? 0)
        full = Swift.max(full, due) + n
        sent.append((due, value))
      }
      return (sent, Swift.max(tables[0].end, sent.last?.tick ?? 0))
    }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.rateLimit(0, per: .seconds(1)) }
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.rateLimit(1, per: .zero) }
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.rateLimit(1, per: .seconds(1), burst: 0) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("rateLimit", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.rateLimit(1, per: .microseconds(1), on: time)
    }
    Battery.check("rateLimit of kept values", .usesTime(time)) { (input: Signal<Probed, Probed>) in
      input.rateLimit(1, per: .microseconds(1), on: time)
    }
  }
}
