import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct CommandOptimisticallyTests {
  private struct Refused: Error, Equatable {}

  @Test func aLikeButtonShowsItsEffectImmediatelyAndNeverFlashes() {
    let time = TestScheduler()
    let likes = MutableProperty(10)
    let shown = likes.optimistic()
    let heard = Heard<Int>()
    shown.subscribe { heard.append($0) }
    time.perform {
      let like = Command<Void, Int, Never>(
        on: .immediate, optimistically: { _ in shown.layer { $0 += 1 } },
        confirming: { layer, count in layer.confirm { likes.value = count } }
      ) { _ in
        try? await time.sleep(for: .seconds(1))
        return 12
      }
      like.execute()
      #expect(shown.value == 11)
      time.advance(by: .seconds(1))
      #expect(heard.values == [10, 11, 12])
    }
  }

  @Test func aFailureAndACancellationRollBack() {
    let shown = MutableProperty(10).optimistic()
    let work = Subject<Int, Refused>()
    let like = Command<Void, Int, Refused>(
      on: .immediate, optimistically: { _ in shown.layer { $0 += 1 } }, from: { _ in work.signal })
    let (first, second) = (like.execute(), like.execute())
    #expect(shown.value == 12)
    first.cancel()
    #expect(shown.value == 11)
    let values = Heard<Int>()
    like.errors.subscribe { _ in values.append(shown.value) }
    work.fail(Refused())
    #expect(shown.value == 10)
    #expect(values.values == [10])
    #expect(!second.isActive)
  }

  @Test func aWaitingExecutionThatIsCancelledLeavesNoLayer() {
    let shown = MutableProperty(10).optimistic()
    let like = Command<Void, Int, Never>(
      policy: .queue, on: .immediate, optimistically: { _ in shown.layer { $0 += 1 } }, from: { _ in .never })
    _ = like.execute()
    let waiting = like.execute()
    #expect(shown.value == 11)
    waiting.cancel()
    like.cancelAll()
    #expect(shown.value == 10)
  }
}
