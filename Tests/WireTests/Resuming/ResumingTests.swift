import Operators
import StreamTesting
import TestSupport
import Testing
import Wire

private typealias Message = FeedMessage<String, Int, Int>
private typealias Told = FeedEvent<String, Int, Int, TestFailure, TestScheduler.Instant>
private typealias Policy = RetryPolicy<Disconnection<TestFailure>>

struct ResumingTests {
  private let time = TestScheduler()

  /// Digits are the changes with that number. A letter is a snapshot with that name, at position 0 or at the given one.
  /// A dot is `dot`.
  private func connection(_ line: String, at positions: [Character: Int] = [:], dot: Message? = nil)
    -> TestSource<Message, TestFailure>
  {
    time.cold(line, failure: TestFailure()) { character in
      if let number = character.wholeNumberValue { return .change(number, at: number) }
      if character == "o", let dot { return dot }
      return .snapshot(String(character), at: positions[character] ?? 0)
    }
  }

  /// Connects to the sources in turn, and records the positions asked for.
  private func feed(
    _ connections: [TestSource<Message, TestFailure>], asked: Heard<Int?> = Heard(), after start: Int? = nil,
    retrying policy: Policy = .constant(TestScheduler.tick * 2), silence: Duration? = nil, limit: Int = 1_024
  ) -> Signal<Told, Disconnection<TestFailure>> {
    resuming(after: start, retrying: policy, silence: silence, limit: limit, on: time) { position in
      asked.append(position)
      let number = asked.values.count - 1
      return number < connections.count ? connections[number].signal : .never
    }
  }

  /// The characters for events in the pictures.
  private func legend(waits: [Int] = [], resets: [Character: Int] = [:]) -> [Character: Told] {
    var legend: [Character: Told] = [
      "c": .connection(.connecting), "l": .connection(.live), "s": .snapshot("s", at: 0),
    ]
    for number in 0...9 { legend[Character("\(number)")] = .change(number, at: number) }
    for (letter, tick) in zip("wxyz", waits) {
      legend[letter] = .connection(.waiting(until: TestScheduler.Instant(offset: TestScheduler.tick * tick)))
    }
    for (letter, position) in resets { legend[letter] = .reset(String(letter), at: position) }
    return legend
  }

  @Test func picture() {
    let asked = Heard<Int?>()
    let stream = feed([connection("s-12-#"), connection("--3-|")], asked: asked)
    expectMarbles("(csl)-12-w-c-(3l)-x", stream, on: time, values: legend(waits: [7, 13]))
    #expect(asked.values == [nil, 2])
  }

  @Test func aSchedulerOfAnyTypeIsTaken() {
    let scheduler: any Scheduler = time
    let connection = connection("s-#")
    let stream = resuming(retrying: Policy.constant(time.ticks(2)), on: scheduler) { _ in connection }
    let waits = Recorder(
      stream.compactMap { event -> AnyInstant? in
        if case .connection(.waiting(let end)) = event { end } else { nil }
      })
    time.advance(by: time.ticks(3))
    #expect(waits.values.map(\.description) == ["tick 4"])
    waits.dispose()
  }

  @Test func receivedMessagesAreDropped() {
    expectMarbles("(csl)-1-2----3", feed([connection("s-1121s0-3")]), on: time, values: legend())
  }

  @Test func aGapIsFilledByTheNextConnection() {
    let asked = Heard<Int?>()
    let (lossy, whole) = (connection("s14---"), connection("234"))
    expectMarbles("(csl)1w-(c2l)34", feed([lossy, whole], asked: asked), on: time, values: legend(waits: [4]))
    lossy.expectSubscriptions("^-!")
    #expect(asked.values == [nil, 1])
  }

  @Test func aChangeBeforeAnySnapshotIsAGap() {
    expectMarbles("c-w", feed([connection("--1")]), on: time, values: legend(waits: [4]))
  }

  @Test func aSnapshotInThePlaceOfChangesIsAReset() {
    let stream = feed([connection("s12#"), connection("r8|", at: ["r": 7])])
    expectMarbles("(csl)12w-(crl)8x", stream, on: time, values: legend(waits: [5, 9], resets: ["r": 7]))
  }

  @Test func aSnapshotOnALiveConnectionIsAResetIfItIsNewer() {
    let stream = feed([connection("s12r8q", at: ["r": 7, "q": 7])])
    expectMarbles("(csl)12r8", stream, on: time, values: legend(resets: ["r": 7]))
  }

  @Test func aSourceThatWasReplacedByAnOlderOneStartsOver() {
    let stream = feed([connection("s123#"), connection("r2|", at: ["r": 1])])
    expectMarbles("(csl)123w-(crl)2x", stream, on: time, values: legend(waits: [6, 10], resets: ["r": 1]))
  }

  @Test func anUpToDateReceiverIsLiveWithoutAChange() {
    let stream = feed([connection("--o-", dot: .current(at: 5))], after: 5)
    expectMarbles("c-l-", stream, on: time, values: legend())
  }

  @Test func aLostLastChangeIsMissed() {
    let stream = feed([connection("s1--o", dot: .current(at: 2))])
    expectMarbles("(csl)1--w-c", stream, on: time, values: legend(waits: [6]))
  }

  @Test func aFirstSnapshotIsAResetForAReceiverWithAPosition() {
    expectMarbles("(crl)", feed([connection("r", at: ["r": 7])], after: 3), on: time, values: legend(resets: ["r": 7]))
  }

  @Test func thePolicyCountsConnectionsThatSaidNothing() {
    let policy = Policy.linear(from: time.ticks(1))
    let stream = feed(
      [connection("#"), connection("#"), connection("s#"), connection("|"), connection("|")], retrying: policy)
    expectMarbles(
      "(cw)(cx)-(csl)y(cz)", stream, on: time, values: legend(waits: [1, 3, 5, 7]))
  }

  @Test func whereThePolicyGivesUpItFails() {
    let recorder = Recorder(feed([connection("#"), connection("|")], retrying: .immediate(limit: 1)), on: time)
    time.run()
    #expect(recorder.values.last == .connection(.failed(.closed)))
    #expect(recorder.completion == .failed(.closed))
    #expect(time.pendingCount == 0)
  }

  @Test func thePolicyReceivesTheReason() {
    let policy = Policy.immediate().when { $0 != .failed(TestFailure("for good")) }
    let recorder = Recorder(
      resuming(retrying: policy, on: time) { (_: Int?) in
        Signal<Message, TestFailure>.fail(TestFailure("for good"))
      }, on: time)
    time.run()
    #expect(recorder.completion == .failed(.failed(TestFailure("for good"))))
  }

  @Test func aSilentConnectionIsGivenUp() {
    let silent = connection("s1--------")
    let stream = feed([silent], silence: time.ticks(3))
    expectMarbles("(csl)1--w-c--x", stream, on: time, values: legend(waits: [6, 11]))
    silent.expectSubscriptions("^---!")
  }

  /// The observer is slower than the source, which stores its messages.
  @Test func messagesBeyondTheLimitStayInTheSource() {
    let asked = Heard<Int?>()
    let stream = resuming(retrying: .immediate(), limit: 4, on: time) { position -> Signal<Message, TestFailure> in
      asked.append(position)
      let known: Message = position.map { .current(at: $0) } ?? .snapshot("s", at: 0)
      let changes = ((position ?? 0)..<10).map { Message.change($0 + 1, at: $0 + 1) }
      return Signal([known] + changes).promoteFailure().concat(Signal<Message, TestFailure>.never)
    }
    let recorder = Recorder(stream, on: time)
    time.run()
    let changes = recorder.values.compactMap { if case .change(let number, _) = $0 { number } else { nil } }
    #expect(changes == Array(1...10))
    #expect(asked.values == [nil, 3, 6, 9])
    recorder.dispose()
  }

  @Test func disposingDuringAWaitFreesTheTimer() {
    let recorder = Recorder(feed([connection("#")], retrying: .constant(time.ticks(9))), on: time)
    time.advance(by: time.ticks(1))
    #expect(time.pendingCount == 1)
    recorder.dispose()
    #expect(time.pendingCount == 0)
  }

  @Test func positionsMayHaveHoles() {
    let messages: [Message] = [.snapshot("s", at: 3), .change(1, at: 10, after: 3), .change(2, at: 11, after: 10)]
    let recorder = Recorder(
      resuming(retrying: .immediate(limit: 0), on: time) { (_: Int?) in
        Signal(messages).promoteFailure(to: TestFailure.self)
      }, on: time)
    time.run()
    #expect(recorder.values.filter { if case .change = $0 { true } else { false } }.count == 2)
    #expect(recorder.completion == .failed(.closed))
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = resuming(retrying: .immediate(), limit: 0) { (_: Int?) in Signal<Message, TestFailure>.never }
    }
    await #expect(processExitsWith: .failure) {
      _ = resuming(retrying: .immediate(), silence: .seconds(-1)) { (_: Int?) in Signal<Message, TestFailure>.never }
    }
  }

  @Test func battery() {
    Battery.check(stream: "resuming", .usesTime(time)) { [time] in
      resuming(retrying: .immediate(limit: 0), on: time) { (_: Int?) in
        Signal<Message, TestFailure>.just(.snapshot("s", at: 0))
      }
    }
  }
}
