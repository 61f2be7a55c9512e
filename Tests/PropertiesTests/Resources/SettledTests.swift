import Foundation
import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct SettledTests {
  private typealias Number = Loading<Int, Denied>

  @Test func theLastConsistentSnapshotIsHeldUntilAllHaveSettled() {
    let (a, b) = (MutableProperty(Number.value(1)), MutableProperty(Number.value(1)))
    let pair = Property(settled: a, b) { [$0, $1] }
    let heard = Heard<Loading<[Int], Denied>>()
    pair.subscribe { heard.append($0) }
    a.value = .pending(previous: 1)
    b.value = .pending(previous: 1)
    a.value = .value(2)
    b.value = .failed(Denied(), previous: 1)
    b.value = .value(2)
    #expect(
      heard.values == [
        .value([1, 1]), .pending(previous: [1, 1]), .pending(previous: [1, 1]), .pending(previous: [1, 1]),
        .failed(Denied(), previous: [1, 1]), .value([2, 2]),
      ])
  }

  @Test func aCollectionSettlesAsAWhole() {
    let parts = (0..<4).map { MutableProperty(Number.value($0)) }
    let sum = Property(settled: parts) { (values: [Int]) in values.reduce(0, +) }
    #expect(sum.value == .value(6))
    parts[2].value = .pending(previous: 2)
    #expect(sum.value == .pending(previous: 6))
  }

  @Test func aBatchThatThrowsLeavesNothingBehind() {
    let (a, b) = (MutableProperty(Number.value(1)), MutableProperty(Number.value(1)))
    let pair = Property(settled: a, b) { [$0, $1] }
    #expect(pair.value == .value([1, 1]))
    try? batch {
      a.value = .value(9)
      #expect(pair.value == .value([9, 1]))
      throw Denied()
    }
    a.value = .pending(previous: 1)
    #expect(pair.value == .pending(previous: [1, 1]))
  }

  private static let count = ProcessInfo.processInfo.environment["RILL_SCHEDULES"].flatMap(UInt64.init) ?? 5_000

  /// Three inputs load the answer to one question, in random order. Each value names the question that it answers.
  ///
  /// There are failures, invalidations and batches, and loads that are answered inside handlers.
  @Test(.long) func randomSchedulesOfThreePendingInputsNeverMix() {
    var mixed = 0
    for seed in 0..<Self.count {
      var random = Random(state: seed)
      let question = MutableProperty(0)
      let loads = (0..<3).map { _ in OpenLoads() }
      let inputs = loads.map { loads in
        Resource(loading: question, on: .immediate, from: { question in loads.load(question) })
      }
      let all = Property(settled: inputs[0], inputs[1], inputs[2]) { [$0, $1, $2] }
      let answersInHandlers = random.next() % 2 == 0
      let check: @Sendable (Loading<[Int], Denied>) -> Void = { [count = Lock(0)] state in
        if answersInHandlers,
          count.withLock({
            $0 += 1; return $0
          }) % 3 == 0
        {
          loads[1].answer()
        }
        if let latest = state.latest, Set(latest).count != 1 { Issue.record("\(latest) of schedule \(seed)") }
      }
      all.subscribe(check)
      var lastQuestion = 0
      for _ in 0..<12 {
        let index = Int(random.next() % 3)
        switch random.next() % 8 {
        case 0, 1:
          lastQuestion += 1
          question.value = lastQuestion
        case 2:
          lastQuestion += 1
          batch {
            question.value = lastQuestion
            if Set(all.value.latest ?? []).count > 1 { mixed += 1 }
          }
        case 3: loads[index].fail()
        case 4: inputs[index].invalidate()
        default: loads[index].answer()
        }
        let state = all.value
        if let latest = state.latest, Set(latest).count != 1 { mixed += 1 }
        if case .value(let values) = state, values != [lastQuestion, lastQuestion, lastQuestion] { mixed += 1 }
      }
      for load in loads { load.answer() }
    }
    #expect(mixed == 0)
  }

  /// Loads that are answered by the schedule.
  private final class OpenLoads: Sendable {
    private let open = Lock<(question: Int, observer: Subject<Int, Denied>)?>(nil)

    func load(_ question: Int) -> Signal<Int, Denied> {
      let subject = Subject<Int, Denied>()
      open.withLock { $0 = (question, subject) }
      return subject.signal
    }

    func answer() {
      guard let load = open.withLock({ $0.take() }) else { return }
      load.observer.send(load.question)
      load.observer.complete()
    }

    func fail() { open.withLock { $0.take() }?.observer.fail(Denied()) }
  }
}
