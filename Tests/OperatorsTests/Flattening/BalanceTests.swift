import Operators
import StreamTesting
import Testing

struct BalanceTests {
  @Test func picture() {
    marbles {
      "12-3-----|"
      "--12-3---|"
    } through: { input, time in
      input.balance(over: 2) { value, _ in Signal<String, MarbleFailure>.just(value).delay(for: time.ticks(2), on: time)
      }
    }
  }

  @Test func valuesWaitWhileAllWorkersAreBusy() {
    marbles {
      "(123)----|"
      "--(12)3-|"
    } through: { input, time in
      input.balance(over: 2) { value, worker in
        Signal<String, MarbleFailure>.just(value).delay(for: time.ticks(value == "3" ? 1 : 2), on: time)
      }
    }
  }

  @Test func theWorkerThatWasFreeForTheLongestTimeIsNext() {
    let numbers = Signal(0..<7).balance(over: 3) { value, worker in Signal<Int, Never>.just(worker) }
    #expect(values(numbers) == [0, 1, 2, 0, 1, 2, 0])
  }

  /// Values, and the completions of running work, in a random order.
  @Test func randomWorkIsSharedAsByANaiveVersion() {
    forRandomLists { list, random in
      let count = 1 + random.below(3)
      let source = Subject<Int, Never>()
      let done = Subject<Int, Never>()
      let begun = Notes<[Int]>()
      let subscription = source.balance(over: count) { value, worker in
        begun.add([value, worker])
        return done.filter { $0 == worker }.first()
      }.subscribe { _ in }
      var free = Array(0..<count)
      var (busy, queue): ([Int], [Int]) = ([], [])
      var expected: [[Int]] = []
      func start(_ value: Int) {
        busy.append(free.removeFirst())
        expected.append([value, busy[busy.count - 1]])
      }
      for number in list {
        if free.isEmpty { queue.append(number) } else { start(number) }
        source.send(number)
        if !busy.isEmpty, random.below(2) == 0 {
          let worker = busy.remove(at: random.below(busy.count))
          free.append(worker)
          if !queue.isEmpty { start(queue.removeFirst()) }
          done.send(worker)
        }
      }
      #expect(begun.all == expected)
      subscription.dispose()
    }
  }

  @Test func aCountBelowOneTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal([1]).balance(over: 0) { value, _ in Signal<Int, Never>.just(value) }
    }
  }

  @Test func battery() {
    Battery.check("balance") { (input: Signal<Int, TestFailure>) in
      input.balance(over: 2) { value, _ in Signal<Int, TestFailure>.just(value) }
    }
  }
}
