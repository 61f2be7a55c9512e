import Operators
import StreamTesting
import Testing

@Suite struct FlattenTests {
  @Test func picture() {
    let time = TestScheduler()
    let streams = ["a": time.cold("-1---2-3|").signal, "b": time.cold("-7-8|").signal]
    expectMarbles("--1--7283-|", time.cold("-a--b-----|").map { streams[$0]! }.flatten(), on: time)
  }

  @Test func everyStrategyAndEveryKindOfStream() {
    let streams = Signal<Signal<Int, Never>, Never>([Signal([1, 2]), .just(3)])
    for strategy in FlatMapTests.strategies {
      #expect(values(streams.flatten(strategy)) == [1, 2, 3])
    }
    let subjects = Signal<BehaviorSubject<Int, Never>, Never>([BehaviorSubject(1), BehaviorSubject(2)])
    #expect(values(subjects.flatten()) == [1, 2])
  }
}
