import Operators
import StreamTesting
import Testing

struct RepeatWithPolicyTests {
  @Test func picture() {
    marbles {
      "1-|"
      "1----1-|"
    } through: { input, time in
      input.repeat(.constant(time.ticks(3), limit: 1), on: time)
    }
  }

  @Test func pictureOfAStream() {
    marbles {
      "1-|"
      "1---1---1-"
    } through: { input, time in
      input.repeat(when: { rounds in
        rounds < 3 ? time.cold("--x").signal.ignoreFailure() : Signal<String, Never>.never
      })
    }
  }

  @Test func aStreamWithoutAValueCompletes() {
    marbles {
      "1-|"
      "1-1--|"
    } through: { input, time in
      input.repeat(when: { rounds in
        rounds == 1 ? Signal<String, Never>.just("x") : time.cold("-|").signal.ignoreFailure()
      })
    }
  }

  @Test func aFailurePasses() {
    marbles {
      "1-#"
      "1-#"
    } through: { input, time in
      input.repeat(.constant(time.ticks(3)), on: time)
    }
    marbles {
      "1-#"
      "1-#"
    } through: { input, _ in
      input.repeat(when: { _ in Signal<Int, Never>.just(1) })
    }
  }

  @Test func delaysGrowWhileThereAreNoValues() {
    let time = TestScheduler()
    let rounds = Notes<Duration>()
    let source = Signal<Int, Never>.deferred {
      rounds.add(time.now.offset)
      return rounds.all.count == 4 ? .just(1) : .empty
    }
    let policy = RepeatPolicy.exponential(from: time.ticks(1)).resettingOnValue()
    let recorder = Recorder(source.repeat(policy, on: time), on: time)
    time.advance(by: time.ticks(12))
    recorder.dispose()
    #expect(rounds.all == [0, 1, 3, 7, 8, 10].map(time.ticks))
    #expect(time.pendingCount == 0)
  }

  @Test func itIsAskedAfterEachRound() {
    forRandomLists { list, random in
      let most = random.below(4)
      let rounds = Counter()
      let source = Signal<Int, Never>.deferred {
        rounds.up()
        return Signal(list)
      }
      let byTest = source.repeat(.immediate(), until: { rounds.count > most })
      #expect(values(byTest) == Array(repeatElement(list, count: most + 1).joined()))
      let byLimit = source.repeat(.immediate(limit: most))
      #expect(values(byLimit) == Array(repeatElement(list, count: most + 1).joined()))
      let byStream = source.repeat(when: { $0 <= most ? Signal<Int, Never>.just(0) : .empty })
      #expect(values(byStream) == Array(repeatElement(list, count: most + 1).joined()))
    }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("repeat with a policy", .keepsRunning, .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.repeat(.constant(time.ticks(1), limit: 1), on: time)
    }
    Battery.check("repeat when", .keepsRunning) { (input: Signal<Int, TestFailure>) in
      input.repeat(when: { $0 < 2 ? Signal<Int, Never>.just(1) : .empty })
    }
  }
}
