import Operators
import StreamTesting
import TestSupport
import Testing

struct ExpandTests {
  @Test func picture() {
    let time = TestScheduler()
    expectMarbles(
      "123---|",
      time.cold("1-----|").map { Int($0)! }.expand { n in
        n < 3 ? Signal.timer(after: time.ticks(1), on: time).mapTo(n + 1).promoteFailure() : .empty
      }.map { "\($0)" }, on: time)
  }

  @Test(.long) func aMillionSynchronousStepsNeedTheStackOfOne() {
    let last = Signal<Int, Never>.just(0).expand { $0 < 1_000_000 ? .just($0 + 1) : .empty }.last()
    #expect(values(last) == [1_000_000])
  }

  @Test func onlySoManyStreamsRun() {
    let diary = Diary()
    let pages = (0..<4).map { _ in Subject<Int, Never>() }
    let recorder = Recorder(
      Signal([0, 1, 2]).expand(maxConcurrent: 2) { $0 < 4 ? diary.watch("\($0)", pages[$0].signal) : .empty })
    #expect(diary.all == ["+0", "+1"])
    pages[0].send(3)
    pages[0].complete()
    #expect(diary.all == ["+0", "+1", "-0", "+2"])
    pages[1].complete()
    #expect(diary.all.suffix(2) == ["-1", "+3"])
    for page in pages { page.complete() }
    #expect(recorder.events == [.next(0), .next(1), .next(2), .next(3), .completed])
  }

  @Test func likeATraversalOfATree() {
    var random = Random(state: 4)
    for _ in 0..<200 {
      let children = (0..<30).map { node in (0..<random.below(3)).map { node * 2 + 1 + $0 }.filter { $0 < 30 } }
      let recorder = Recorder(Signal<Int, Never>.just(0).expand { Signal(children[$0]) })
      var queue = [0], visited: [Int] = []
      while !queue.isEmpty {
        let node = queue.removeFirst()
        visited.append(node)
        queue += children[node]
      }
      #expect(recorder.values == visited)
      #expect(recorder.completion == .completed)
    }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.expand(maxConcurrent: 0) { .just($0) } }
  }

  @Test func battery() {
    Battery.check("expand") { (input: Signal<Int, TestFailure>) in
      input.expand { $0 < 1_000 ? Failing.just($0 + 1_000) : .empty }
    }
  }
}
