import Operators
import StreamTesting
import Testing

struct PausedByTests {
  private func pauser(_ letters: Signal<String, MarbleFailure>) -> Signal<Bool, Never> {
    letters.map { $0 == "t" }.ignoreFailure()
  }

  /// Checks in virtual time that a pauser, which sends `t` and `f`, turns the first picture into the last.
  private func paused(
    _ input: String, _ pauses: String, _ output: String, buffering policy: BufferPolicy<String>? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    marbles(fileID: fileID, filePath: filePath, line: line, column: column) {
      input
      pauses
      output
    } through: { input, letters, _ in
      let pauser = pauser(letters)
      return policy.map { input.paused(by: pauser, buffering: $0) } ?? input.paused(by: pauser)
    }
  }

  /// Sends in a task, as fast as backpressure allows.
  private func sendWaiting(
    _ values: ClosedRange<Int>, to source: Subject<Int, Never>, on time: TestScheduler, counting sent: Counter
  ) {
    time.task {
      for value in values {
        await source.send(awaitingCapacity: value)
        sent.up()
      }
    }
    time.advance()
  }

  @Test func picture() {
    paused("1-2-3-4-5-|", "---t---f---", "1-2-----5-|")
  }

  @Test func pictureOfABuffer() {
    paused("1-2-3-4-5-|", "---t---f---", "1-2----45-|", buffering: .newest(1))
  }

  @Test func anUnboundedBufferKeepsAll() {
    paused("1-2-3-4-5-|", "-t-----f---", "1------(234)5-|", buffering: .unbounded)
  }

  @Test func theOldestOfABufferMayBeWanted() {
    paused("1-2-3-4-5-|", "-t-----f---", "1------(23)5-|", buffering: .oldest(2))
  }

  @Test func valuesOfAPauseMayBeCombined() {
    marbles(values: ["x": "234"]) {
      "1-2-3-4-5-|"
      "-t-----f---"
      "1------x5-|"
    } through: { input, letters, _ in
      input.paused(by: pauser(letters), buffering: .coalescing { $0 + $1 })
    }
  }

  @Test func combiningMaySendToItsOwnSource() {
    let (source, pauser) = (Subject<Int, Never>(), Subject<Bool, Never>())
    let stream = source.paused(
      by: pauser,
      buffering: .coalescing { waiting, new in
        if new == 2 { source.send(100) }
        return waiting + new
      })
    let recorder = Recorder(stream)
    pauser.send(true)
    source.send(1)
    source.send(2)
    pauser.send(false)
    #expect(recorder.values == [103])
  }

  /// The capacity is two. The sender of the third value is suspended until the values of the pause have been sent.
  @Test func aSenderMayWaitDuringAPause() {
    let time = TestScheduler()
    let (source, pauser) = (Subject<Int, Never>(), Subject<Bool, Never>())
    let sent = Counter()
    let recorder = Recorder(source.paused(by: pauser, buffering: .suspending(2)), on: time)
    pauser.send(true)
    sendWaiting(1...5, to: source, on: time, counting: sent)
    #expect(sent.count == 2)
    pauser.send(false)
    #expect(recorder.values == [1, 2, 3])
    time.advance()
    #expect(sent.count == 5)
    #expect(recorder.values == Array(1...5))
    source.complete()
    pauser.complete()
  }

  @Test func aPauserThatCompletesDuringAPauseSuspendsNoSender() {
    let time = TestScheduler()
    let (source, pauser) = (Subject<Int, Never>(), Subject<Bool, Never>())
    let sent = Counter()
    let recorder = Recorder(source.paused(by: pauser, buffering: .suspending(1)), on: time)
    pauser.send(true)
    sendWaiting(1...5, to: source, on: time, counting: sent)
    #expect(sent.count == 1)
    pauser.complete()
    time.advance()
    #expect(sent.count == 5)
    source.complete()
    #expect(recorder.events == [.completed])
  }

  /// Values that are dropped because the pause can no longer end are not counted as overflow.
  @Test func valuesDroppedByAFullPauseAreCounted() {
    let (source, pauser) = (Subject<Int, Never>(), Subject<Bool, Never>())
    let drops = DropCount()
    let newest = Recorder(source.paused(by: pauser, buffering: .newest(2, counting: drops)))
    source.send(1)
    pauser.send(true)
    (2...4).forEach(source.send)
    #expect(drops.count == 1)
    let oldest = Recorder(source.paused(by: pauser, buffering: .oldest(1, counting: drops)))
    pauser.send(true)
    (5...6).forEach(source.send)
    #expect(drops.count == 4)
    pauser.send(false)
    #expect(newest.values == [1, 5, 6])
    #expect(oldest.values == [5])
    pauser.send(true)
    source.send(7)
    pauser.complete()
    source.send(8)
    source.complete()
    #expect(drops.count == 4)
  }

  @Test func completionPassesDuringAPauseWithoutABuffer() {
    paused("1-2-|", "-t------", "1---|")
  }

  @Test func completionWaitsForTheBuffer() {
    paused("1-2-|", "-t----f-", "1-----(2|)", buffering: .unbounded)
  }

  @Test func completionDoesNotWaitForAnEmptyBuffer() {
    paused("1---|", "-t----f-", "1---|", buffering: .unbounded)
  }

  @Test func aPauseThatCannotEndEndsWithTheSource() {
    paused("1-2-|", "-t|", "1---|", buffering: .unbounded)
    paused("1-2-|", "-t----|", "1-----|", buffering: .unbounded)
  }

  /// No later value can end the pause, so the buffered values are released.
  @Test func aPauserThatCompletesDuringAPauseDropsTheQueuedValues() {
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
    paused("1-2-3-|", "-t-f|", "1--23-|", buffering: .unbounded)
  }

  @Test func aFailurePassesImmediately() {
    paused("1-2-#", "-t------", "1---#", buffering: .unbounded)
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
    // Even values begin a pause and are dropped by it, odd values end it.
    Battery.check("paused") { (input: Signal<Int, TestFailure>) in
      input.paused(by: input.map { $0 % 2 == 0 }.ignoreFailure())
    }
    let policies: [(String, BufferPolicy<Int>)] = [
      ("all", .unbounded), ("the newest", .newest(3)), ("the oldest", .oldest(3)), ("sums", .coalescing { $0 &+ $1 }),
      ("suspending", .suspending(3)),
    ]
    for (name, policy) in policies {
      Battery.check("paused, buffering \(name)") { (input: Signal<Int, TestFailure>) in
        input.paused(by: input.map { $0 % 2 == 0 }.ignoreFailure(), buffering: policy)
      }
    }
  }
}
