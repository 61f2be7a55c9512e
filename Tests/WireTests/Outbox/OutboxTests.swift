import Operators
import StreamCore
import StreamTesting
import Subjects
import TestSupport
import Testing
import Wire

private typealias Box = Outbox<Int, String, TestFailure>

@Suite struct OutboxTests {
  private let time = TestScheduler()
  private let sent = Heard<[Int]>()

  /// An outbox whose sendings receive the given answers in turn, and then none.
  private func box(
    _ answers: [(@Sendable ([Box.Entry]) -> Signal<Box.Acknowledgement, TestFailure>)], keeping kept: [Box.Entry] = [],
    limit: Int = 10, batch: Int = 1, retrying policy: RetryPolicy<Disconnection<TestFailure>>? = nil,
    silence: Duration? = nil
  ) -> Box {
    let sent = sent
    return Outbox(
      keeping: kept, limit: limit, batch: batch, retrying: policy ?? .constant(time.ticks(2)), silence: silence,
      on: time
    ) { entries -> Signal<Box.Acknowledgement, TestFailure> in
      sent.append(entries.map(\.message))
      let number = sent.values.count - 1
      return number < answers.count ? answers[number](entries) : .never
    }
  }

  private func yes(_ entries: [Box.Entry]) -> Signal<Box.Acknowledgement, TestFailure> {
    Signal(entries.map { Box.Acknowledgement(key: $0.key, answer: "yes \($0.message)") }).promoteFailure()
  }

  private func no(_ entries: [Box.Entry]) -> Signal<Box.Acknowledgement, TestFailure> { .fail(TestFailure()) }

  @Test func picture() {
    let box = box([no, yes, yes])
    let first = Recorder(box.post(1), on: time)
    time.advance(by: time.ticks(1))
    let second = Recorder(box.post(2), on: time)
    #expect(box.entries.value.map(\.message) == [1, 2])
    time.advance(by: time.ticks(1))
    #expect(sent.values == [[1], [1], [2]])
    #expect(first.events == [.next("yes 1"), .completed])
    #expect(second.events == [.next("yes 2"), .completed])
    #expect(box.entries.value.isEmpty)
  }

  @Test func aRepeatedMessageHasTheKeyThatItHad() {
    let keys = Heard<[String]>()
    let box = box([
      { entries in
        keys.append(entries.map(\.key)); return .fail(TestFailure())
      },
      { entries in
        keys.append(entries.map(\.key)); return .never
      },
    ])
    box.post(1)
    time.advance(by: time.ticks(5))
    #expect(keys.values.count == 2)
    #expect(keys.values[0] == keys.values[1])
    #expect(keys.values[0][0].count == 32)
  }

  @Test func aBatchGoesTogetherAndOnlyTheRestAgain() {
    let firstOnly: @Sendable ([Box.Entry]) -> Signal<Box.Acknowledgement, TestFailure> = { entries in
      .just(Box.Acknowledgement(key: entries[0].key, answer: "yes"))
    }
    let box = box([firstOnly, yes], batch: 2)
    for number in 1...3 { box.post(number) }
    time.advance(by: time.ticks(5))
    #expect(sent.values == [[1, 2], [2, 3]])
    #expect(box.entries.value.isEmpty)
  }

  @Test func anAnswerIsKeptForALateSubscriber() {
    let answer = box([yes]).post(1)
    time.run()
    #expect(Recorder(answer).events == [.completed] || Recorder(answer).events == [.next("yes 1"), .completed])
  }

  @Test func aKeyThatWaitsIsTheSameMessage() {
    let box = box([yes, yes])
    let (one, other) = (Recorder(box.post(1, key: "k"), on: time), Recorder(box.post(1, key: "k"), on: time))
    time.run()
    #expect(sent.values == [[1]])
    #expect(one.values == ["yes 1"])
    #expect(other.values == ["yes 1"])
  }

  @Test func anEntryBeyondTheLimitIsRefusedImmediately() {
    let box = box([], limit: 2)
    box.post(1)
    box.post(2)
    #expect(Recorder(box.post(3)).events == [.failed(.full)])
    #expect(box.entries.value.map(\.message) == [1, 2])
  }

  @Test func anEntryThatIsNotRetriedIsDroppedAndTheOthersContinue() {
    let box = box([no, yes], retrying: .immediate(limit: 0))
    let (first, second) = (Recorder(box.post(1), on: time), Recorder(box.post(2), on: time))
    time.run()
    #expect(first.events == [.failed(.gaveUp(.failed(TestFailure())))])
    #expect(second.values == ["yes 2"])
    #expect(box.entries.value.isEmpty)
  }

  @Test func silenceIsALoss() {
    let box = box([{ _ in .never }, yes], silence: time.ticks(3))
    let answer = Recorder(box.post(1), on: time)
    time.advance(by: time.ticks(4))
    #expect(answer.values.isEmpty)
    time.advance(by: time.ticks(1))
    #expect(answer.values == ["yes 1"])
  }

  @Test func anAnswerToSomethingElseIsIgnored() {
    let stray: @Sendable ([Box.Entry]) -> Signal<Box.Acknowledgement, TestFailure> = { entries in
      Signal([Box.Acknowledgement(key: "other", answer: "?"), Box.Acknowledgement(key: entries[0].key, answer: "yes")])
        .promoteFailure()
    }
    let box = box([stray])
    let answer = Recorder(box.post(1), on: time)
    time.run()
    #expect(answer.values == ["yes"])
  }

  @Test func anAcknowledgementOfAMessageThatWasNotSentIsIgnored() {
    let tooEarly: @Sendable ([Box.Entry]) -> Signal<Box.Acknowledgement, TestFailure> = { entries in
      Signal([Box.Acknowledgement(key: "second", answer: "?"), Box.Acknowledgement(key: entries[0].key, answer: "yes")])
        .promoteFailure()
    }
    let box = box([tooEarly, yes])
    box.post(1)
    let answer = Recorder(box.post(2, key: "second"), on: time)
    time.run()
    #expect(sent.values == [[1], [2]])
    #expect(answer.values == ["yes 2"])
    #expect(box.entries.value.isEmpty)
  }

  @Test func theCountOfLossesBeginsAgainAfterAnAcknowledgement() {
    let firstOnly: @Sendable ([Box.Entry]) -> Signal<Box.Acknowledgement, TestFailure> = { entries in
      Signal([Box.Acknowledgement(key: entries[0].key, answer: "yes")]).promoteFailure().concat(.fail(TestFailure()))
    }
    let box = box(
      [firstOnly, firstOnly, firstOnly, firstOnly], batch: 4, retrying: .constant(time.ticks(1), limit: 1))
    let answers = (1...4).map { Recorder(box.post($0), on: time) }
    time.run()
    #expect(sent.values == [[1, 2, 3, 4], [2, 3, 4], [3, 4], [4]])
    #expect(answers.allSatisfy { $0.values == ["yes"] })
  }

  /// A duplicate of an old acknowledgement may arrive while its key is posted again, on another thread.
  @Test func anAcknowledgementThatArrivesDuringAPostLeavesNoEntryBehind() async {
    let acknowledgements = Subject<Box.Acknowledgement, TestFailure>()
    let box = Box(limit: 10, retrying: .immediate(), on: .immediate) { _ in acknowledgements }
    box.post(0, key: "first")
    let duplicates = Task.detached {
      for _ in 0..<20_000 { acknowledgements.send(Box.Acknowledgement(key: "again", answer: "?")) }
    }
    for _ in 0..<20_000 { box.post(1, key: "again") }
    await duplicates.value
    #expect(box.entries.value.map(\.key) == ["first", "again"])
    acknowledgements.send(Box.Acknowledgement(key: "first", answer: "yes"))
    acknowledgements.send(Box.Acknowledgement(key: "again", answer: "yes"))
    #expect(box.entries.value.isEmpty)
  }

  @Test func storedEntriesAreSentFirstAndOnce() {
    let kept = [Box.Entry(key: "a", message: 1), Box.Entry(key: "b", message: 2), Box.Entry(key: "a", message: 1)]
    let box = box([yes, yes, yes], keeping: kept)
    let answer = Recorder(box.post(1, key: "a"), on: time)
    box.post(3)
    time.run()
    #expect(sent.values == [[1], [2], [3]])
    #expect(answer.values == ["yes 1"])
  }

  @Test func aReleasedOutboxSendsNothingMoreAndCompletesItsAnswers() {
    var box: Box? = box([no])
    let answer = Recorder(box!.post(1), on: time)
    time.advance()
    box = nil
    #expect(answer.events == [.completed])
    #expect(time.pendingCount == 0)
    time.run()
    #expect(sent.values == [[1]])
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = Box(limit: 0, retrying: .immediate()) { _ in Signal.never }
    }
    await #expect(processExitsWith: .failure) {
      _ = Box(batch: 0, retrying: .immediate()) { _ in Signal.never }
    }
  }
}
