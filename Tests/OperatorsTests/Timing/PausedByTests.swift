import Operators
import StreamTesting
import Testing

struct PausedByTests {
  private func pauser(_ letters: Signal<String, MarbleFailure>) -> Signal<Bool, Never> {
    letters.map { $0 == "t" }.ignoreFailure()
  }

  @Test func picture() {
    marbles {
      "1-2-3-4-5-|"
      "---t---f---"
      "1-2-----5-|"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters))
    }
  }

  @Test func pictureOfABuffer() {
    marbles {
      "1-2-3-4-5-|"
      "---t---f---"
      "1-2----45-|"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters), buffering: .newest(1))
    }
  }

  @Test func anUnboundedBufferKeepsAll() {
    marbles {
      "1-2-3-4-5-|"
      "-t-----f---"
      "1------(234)5-|"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters), buffering: .unbounded)
    }
  }

  @Test func theOldestOfABufferMayBeWanted() {
    marbles {
      "1-2-3-4-5-|"
      "-t-----f---"
      "1------(23)5-|"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters), buffering: .oldest(2))
    }
  }

  @Test func completionPassesDuringAPauseWithoutABuffer() {
    marbles {
      "1-2-|"
      "-t------"
      "1---|"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters))
    }
  }

  @Test func completionWaitsForTheBuffer() {
    marbles {
      "1-2-|"
      "-t----f-"
      "1-----(2|)"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters), buffering: .unbounded)
    }
  }

  @Test func completionDoesNotWaitForAnEmptyBuffer() {
    marbles {
      "1---|"
      "-t----f-"
      "1---|"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters), buffering: .unbounded)
    }
  }

  @Test func aPauseThatNobodyCanEndEndsWithTheSource() {
    marbles {
      "1-2-|"
      "-t|"
      "1---|"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters), buffering: .unbounded)
    }
    marbles {
      "1-2-|"
      "-t----|"
      "1-----|"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters), buffering: .unbounded)
    }
  }

  /// Nobody could end the pause any more, so keeping would be for ever.
  @Test func aPauserThatCompletesDuringAPauseDropsWhatWaits() {
    let (source, pauser) = (Subject<Token, Never>(), Subject<Bool, Never>())
    let recorder = Recorder(source.paused(by: pauser, buffering: .unbounded))
    weak var waiting: Token?
    weak var late: Token?
    func send(_ keep: (Token) -> Void) {
      let token = Token()
      keep(token)
      source.send(token)
    }
    pauser.send(true)
    send { waiting = $0 }
    #expect(waiting != nil)
    pauser.complete()
    #expect(waiting == nil)
    send { late = $0 }
    #expect(late == nil)
    #expect(recorder.events.isEmpty)
    source.complete()
    #expect(recorder.completion == .completed)
  }

  @Test func aPauserThatCompletesOutsideAPauseStopsNothing() {
    marbles {
      "1-2-3-|"
      "-t-f|"
      "1--23-|"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters), buffering: .unbounded)
    }
  }

  @Test func aFailurePassesAtOnce() {
    marbles {
      "1-2-#"
      "-t------"
      "1---#"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters), buffering: .unbounded)
    }
  }

  @Test func aBurstStopsWhenItIsDisposed() {
    let source = Subject<Int, Never>()
    let isPaused = Subject<Bool, Never>()
    let passed = Notes<Int>()
    let stream = source.paused(by: isPaused, buffering: .unbounded).on(next: { passed.add($0) })
    let recorder = Recorder(stream, disposingAfter: 2)
    isPaused.send(true)
    for number in 1...3 { source.send(number) }
    isPaused.send(false)
    #expect(recorder.values == [1, 2])
    #expect(passed.all == [1, 2])
  }

  @Test func disposingFreesTheBuffer() {
    let source = Subject<Token, Never>()
    let pauser = BehaviorSubject<Bool, Never>(true)
    let recorder = Recorder(source.paused(by: pauser, buffering: .unbounded))
    defer { pauser.complete() }
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      source.send(token)
    }
    #expect(weakToken != nil)
    recorder.dispose()
    #expect(weakToken == nil)
  }

  @Test func aBufferWithoutRoomTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.paused(by: Signal<Bool, Never>.never, buffering: .newest(0))
    }
  }

  @Test func battery() {
    // Even values begin a pause that they fall into, odd ones end it.
    Battery.check("paused") { (input: Signal<Int, TestFailure>) in
      input.paused(by: input.map { $0 % 2 == 0 }.ignoreFailure())
    }
    for policy in [Buffering.unbounded, .newest(3), .oldest(3)] {
      Battery.check("paused, buffering \(policy)") { (input: Signal<Int, TestFailure>) in
        input.paused(by: input.map { $0 % 2 == 0 }.ignoreFailure(), buffering: policy)
      }
    }
  }
}
