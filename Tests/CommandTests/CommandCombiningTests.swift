import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct CommandCombiningTests {
  private struct Refused: Error, Equatable {}

  @Test func isEnabledWhileAllAre() {
    let allowed = [MutableProperty(true), MutableProperty(true)]
    let all = Command(
      combining: allowed.map { allowed in
        Command<Int, Int, Never>(enabledIf: allowed, on: .immediate) { $0 * 2 }
      }, on: .immediate)
    let heard = Heard<Bool>()
    all.enabled.subscribe { heard.append($0) }
    allowed[0].value = false
    allowed[1].value = false
    allowed[0].value = true
    allowed[1].value = true
    #expect(heard.values == [true, false, true])
    let values = Heard<[Int]>()
    all.values.subscribe { values.append($0) }
    all.execute(3)
    #expect(values.values == [[6, 6]])
  }

  @Test func aFailureCancelsTheOthers() {
    let work = [Subject<Int, Refused>(), Subject<Int, Refused>()]
    let parts = work.map { work in Command<Void, Int, Refused>(on: .immediate) { _ in work.signal } }
    let all = Command(combining: parts, on: .immediate)
    let (errors, cancelled) = (Heard<CommandError<Refused>>(), Heard<Int>())
    all.errors.subscribe { errors.append($0) }
    parts[0].cancellations.subscribe { cancelled.append(0) }
    all.execute()
    work[1].fail(Refused())
    #expect(errors.values == [.failed(Refused())])
    #expect(cancelled.values == [0])
    #expect(!parts[0].isExecuting)
  }

  @Test func workIsRepeatedByThePolicyAndReceivesItsAttempt() {
    let time = TestScheduler()
    time.perform {
      let attempts = Heard<Int>()
      let send = Command<Int, Int, Refused>(
        retrying: .constant(.seconds(1), limit: 2), on: .immediate, timer: time
      ) { (needed: Int, attempt: Int) async throws(Refused) in
        attempts.append(attempt)
        if attempt < needed { throw Refused() }
        return attempt
      }
      let (values, errors) = (Heard<Int>(), Heard<Refused>())
      send.values.subscribe { values.append($0) }
      send.errors.subscribe { errors.append($0) }
      send.execute(3)
      time.advance(by: .seconds(5))
      #expect(values.values == [3])
      send.execute(4)
      time.advance(by: .seconds(5))
      #expect(attempts.values == [1, 2, 3, 1, 2, 3])
      #expect(errors.values.count == 1)
    }
  }
}
