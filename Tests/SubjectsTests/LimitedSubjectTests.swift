import StreamCore
import StreamTesting
import Subjects
import Testing

@Suite struct LimitedSubjectTests {
  /// Sends values and the end from a handler, while the first value is being delivered.
  private func received(
    _ subject: Subject<Int, TestFailure>, sending values: ClosedRange<Int> = 1...5
  ) -> [Event<Int, TestFailure>] {
    let recorder = Recorder(subject)
    subject.subscribe(
      next: { [weak subject] value in
        guard value == 0, let subject else { return }
        for value in values { subject.send(value) }
        subject.complete()
      }, failed: { _ in })
    subject.send(0)
    return recorder.events
  }

  /// 0, 1, 2, 10, 11, 12, 20 and so on.
  private func expected(rounds: Int) -> [Int] {
    (0..<rounds).flatMap { (round: Int) -> [Int] in (0..<3).map { round * 10 + $0 } }
  }

  @Test func valuesBeyondTheLimitAreDroppedAndCounted() {
    let drops = DropCount()
    #expect(received(Subject(limit: 2, counting: drops)) == [.next(0), .next(1), .next(2), .completed])
    #expect(drops.count == 3)
  }

  @Test func valuesWithinTheLimitAreKept() {
    #expect(received(Subject(limit: 5)) == (0...5).map { .next($0) } + [.completed])
  }

  @Test func aValueBeyondTheLimitIsAFailureAfterThoseThatWait() {
    let failure = TestFailure("too many")
    #expect(received(Subject(limit: 2, failure: failure)) == [.next(0), .next(1), .next(2), .failed(failure)])
  }

  @Test func aDeliveredValueMakesRoom() {
    let drops = DropCount()
    let subject = Subject<Int, Never>(limit: 2, counting: drops)
    let recorder = Recorder(subject)
    subject.subscribe { [weak subject] value in
      if value.isMultiple(of: 10) { for next in 1...2 { subject?.send(value + next) } }
    }
    for tens in 0..<10 { subject.send(tens * 10) }
    #expect(recorder.values == expected(rounds: 10))
    #expect(drops.count == 0)
  }

  /// The value of a sender that awaits room is queued as a job, and has a place all the same.
  @Test func aSenderThatAwaitsRoomTakesAndFreesAPlace() {
    let drops = DropCount()
    let subject = Subject<Int, Never>(limit: 2, counting: drops)
    let recorder = Recorder(subject)
    subject.subscribe { [weak subject] value in
      guard value.isMultiple(of: 10) else { return }
      Backpressure().during { for next in 1...3 { subject?.send(value + next) } }
    }
    for tens in 0..<3 { subject.send(tens * 10) }
    #expect(recorder.values == expected(rounds: 3))
    #expect(drops.count == 3)
  }

  @Test func valuesOfManyThreadsAreDeliveredOrCounted() async {
    let drops = DropCount()
    let subject = Subject<Int, Never>(limit: 4, counting: drops)
    let delivered = Counter()
    subject.subscribe { _ in delivered.add() }
    onThreads(3) { sender in
      for number in 0..<5_000 { subject.send(sender * 5_000 + number) }
    }
    await until { delivered.count + drops.count == 15_000 }
    // All places are free again.
    subject.subscribe { [weak subject] value in
      if value == -1 { for _ in 0..<4 { subject?.send(-2) } }
    }
    let before = (delivered: delivered.count, dropped: drops.count)
    subject.send(-1)
    await until { delivered.count - before.delivered == 5 }
    #expect(drops.count == before.dropped)
  }

  @Test func aLimitBelowOneTraps() async {
    await #expect(processExitsWith: .failure) { _ = Subject<Int, Never>(limit: 0) }
    await #expect(processExitsWith: .failure) { _ = Subject<Int, TestFailure>(limit: 0, failure: TestFailure("")) }
  }
}
