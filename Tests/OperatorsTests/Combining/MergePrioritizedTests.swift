import Operators
import StreamTesting
import Testing

struct MergePrioritizedTests {
  @Test func picture() {
    marbles {
      "(123)|"
      "(xyz)|"
      "(1x23yz)|"
    } through: { a, b, time in
      mergePrioritized([a, b], priorities: [2, 1], on: time)
    }
  }

  @Test func eachStreamHasItsOwnBound() {
    let time = TestScheduler()
    let stream = mergePrioritized(
      [Signal<Int, Never>(1...9), Signal<Int, Never>(11...19)], priorities: [1, 1], buffering: .newest(2), on: time)
    let recorder = Recorder(stream, on: time)
    time.run()
    #expect(recorder.values == [8, 18, 9, 19])
    #expect(recorder.completion == .completed)
  }

  @Test func likeTurnsInProportionToThePriorities() {
    var random = Random(state: 3)
    for _ in 0..<200 {
      let priorities = (0...random.below(4)).map { _ in 1 + random.below(5) }
      let time = TestScheduler()
      let rounds = 1 + random.below(4)
      let streams = priorities.enumerated().map { lane, priority in
        Signal<Int, Never>(repeatElement(lane, count: priority * rounds))
      }
      let recorder = Recorder(mergePrioritized(streams, priorities: priorities, on: time), on: time)
      time.run()
      // In each round a stream has as many turns as its priority.
      let total = priorities.reduce(0, +)
      for round in 0..<rounds {
        let turns = recorder.values[(round * total)..<((round + 1) * total)]
        #expect(priorities.indices.map { lane in turns.filter { $0 == lane }.count } == priorities)
      }
    }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = mergePrioritized([Signal<Int, Never>.never], priorities: [0]) }
    await #expect(processExitsWith: .failure) { _ = mergePrioritized([Signal<Int, Never>.never], priorities: []) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("mergePrioritized", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      mergePrioritized([input, Failing.empty], priorities: [2, 1], on: time)
    }
    Battery.check("mergePrioritized of kept values", .usesTime(time)) { (input: Signal<Probed, Probed>) in
      mergePrioritized([input], priorities: [1], on: time)
    }
  }
}
