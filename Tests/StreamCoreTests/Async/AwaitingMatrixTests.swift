import StreamCore
import StreamTesting
import Testing

/// Terminal event × cancellation × number of values, for all properties that `await` a stream. Virtual time runs before
/// the test checks: a task without an answer by then is waiting.
@Suite struct AwaitingMatrixTests {
  enum Answer: Equatable, Sendable {
    case none, value(Int), all([Int]), failed(Problem), single(SingleFailure<Problem>), waits
  }

  enum Question: CaseIterable, Sendable {
    case first, last, collect, single, result

    func ask(_ stream: Hand<Int, Problem>) async -> Answer {
      do {
        switch self {
        case .first: return try await stream.first.map { .value($0) } ?? .none
        case .last: return try await stream.last.map { .value($0) } ?? .none
        case .collect: return .all(try await stream.collect)
        case .single: return .value(try await stream.single)
        case .result:
          switch await stream.result {
          case .success(let value): return .value(value)
          case .failure(let failure): return .single(failure)
          }
        }
      } catch let failure as SingleFailure<Problem> {
        return .single(failure)
      } catch {
        return .failed(error as! Problem)
      }
    }

    /// The answer after `count` values.
    func answer(_ count: Int, _ ending: Ending, _ cancelling: Cancelling) -> Answer {
      let values = Array(0..<count)
      let isCancelled = cancelling == .beforeItAsks || cancelling == .whileItWaits
      switch self {
      case .first:
        if cancelling == .beforeItAsks { return .none }
        if let first = values.first { return .value(first) }
      case .last, .collect: break
      case .single, .result:
        if cancelling != .beforeItAsks, count > 1 { return .single(.severalValues) }
      }
      if isCancelled || (ending == .goesOn && cancelling == .afterTheEnd) {
        switch self {
        case .first, .last: return .none
        case .collect: return .all([])
        case .single, .result: return .single(.cancelled)
        }
      }
      switch (ending, self) {
      case (.goesOn, _): return .waits
      case (.fails, .single), (.fails, .result): return .single(.source(Problem()))
      case (.fails, _): return .failed(Problem())
      case (.completes, .first): return .none
      case (.completes, .last): return values.last.map { .value($0) } ?? .none
      case (.completes, .collect): return .all(values)
      case (.completes, .single), (.completes, .result): return values.first.map { .value($0) } ?? .single(.noValue)
      }
    }
  }

  @Test(arguments: Question.allCases, [0, 1, 2, 3]) func everyCell(_ question: Question, _ count: Int) {
    for ending in Ending.allCases {
      for cancelling in Cancelling.allCases { check(question, count, ending, cancelling) }
    }
  }

  private func check(_ question: Question, _ count: Int, _ ending: Ending, _ cancelling: Cancelling) {
    let time = TestScheduler()
    let hand = Hand<Int, Problem>()
    let answer = Lock(Answer.waits)
    let task = time.task {
      let given = await question.ask(hand)
      answer.withLock { $0 = given }
    }
    if cancelling == .beforeItAsks { task.cancel() }
    time.advance()
    #expect(hand.subscriptions == 1)
    for value in 0..<count {
      hand.send(value)
      time.advance()
    }
    if cancelling == .whileItWaits { task.cancel() }
    switch ending {
    case .completes: hand.complete()
    case .fails: hand.fail(Problem())
    case .goesOn: break
    }
    time.advance()
    if cancelling == .afterTheEnd { task.cancel() }
    time.advance()
    let expected = question.answer(count, ending, cancelling)
    #expect(
      answer.withLock { $0 } == expected, "\(question), \(count) values, \(ending), cancelled \(cancelling)")
    #expect(hand.disposals.value == (expected == .waits ? 0 : 1))
    task.cancel()
    time.advance()
    #expect(hand.disposals.value == 1)
  }

  /// Streams that cannot fail need no `try`.
  @Test func withoutAFailureThereIsNothingToTry() async {
    #expect(await Signal([1, 2, 3]).first == 1)
    #expect(await Signal([1, 2, 3]).last == 3)
    #expect(await Signal([1, 2, 3]).collect == [1, 2, 3])
    #expect(await Signal<Int, Never>.empty.first == nil)
    #expect(await Signal<Int, Never>.just(7).result == .success(7))
    #expect(await Signal([1, 2]).result == .failure(.severalValues))
  }

  /// A stream that sends synchronously stops when the answer is known.
  @Test func anEndlessStreamIsStopped() async throws {
    #expect(await naturals.first == 0)
    #expect(await naturals.result == .failure(.severalValues))
  }
}
