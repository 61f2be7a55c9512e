import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct KeyedCommandTests {
  private struct Refused: Error, Equatable {}
  private typealias Save = KeyedCommand<Character, String, String, Refused>

  private func withSave(_ policy: ExecutionPolicy, _ body: (TestScheduler, Save, Heard<String>) -> Void) {
    let (time, begun) = (TestScheduler(), Heard<String>())
    time.perform {
      let save = Save(by: { $0.first! }, policy: policy, on: .immediate) {
        (text: String) async throws(Refused) -> String in
        begun.append(text)
        do { try await time.sleep(for: .seconds(2)) } catch { begun.append("cancelled \(text)") }
        if text.hasSuffix("!") { throw Refused() }
        return text
      }
      body(time, save, begun)
      time.advance()
    }
  }

  @Test func keysDoNotBlockEachOther() {
    withSave(.exclusive) { time, save, begun in
      let refused = Heard<Bool>()
      save.execute("a1")
      save.execute("b1")
      save.execute("a2").subscribe(next: { _ in }, failed: { if case .notEnabled = $0 { refused.append(true) } })
      time.advance()
      #expect(begun.values == ["a1", "b1"])
      #expect(refused.values == [true])
      #expect(save.executing.value == ["a", "b"])
      #expect(!save["a"].isEnabled && save["c"].isEnabled)
      time.advance(by: .seconds(2))
      #expect(save.executing.value == [])
      #expect(save["a"].isEnabled)
    }
  }

  @Test func aPolicyAppliesToEachKey() {
    withSave(.latest) { time, save, begun in
      save.execute("a1")
      save.execute("b1")
      time.advance(by: .seconds(1))
      save.execute("a2")
      time.advance(by: .seconds(5))
      #expect(begun.values.sorted() == ["a1", "a2", "b1", "cancelled a1"])
    }
  }

  @Test func aCommandIsKeptWhileItExecutesAndWhileItIsHeld() {
    withSave(.queue) { time, save, begun in
      weak var known: Command<String, String, Refused>?
      save.execute("a1")
      save.execute("a2")
      known = save["a"]
      time.advance(by: .seconds(3))
      #expect(known != nil)
      #expect(begun.values == ["a1", "a2"])
      time.advance(by: .seconds(3))
      #expect(known == nil)
      let held = save["a"]
      #expect(save["a"] === held)
    }
  }

  @Test func failuresAreThoseOfTheKeysCommand() {
    withSave(.exclusive) { time, save, _ in
      let heard = Heard<String>()
      let (a, b) = (save["a"], save["b"])
      a.errors.subscribe { _ in heard.append("a") }
      b.errors.subscribe { _ in heard.append("b") }
      save.execute("b!")
      save.execute("a")
      time.advance(by: .seconds(2))
      #expect(heard.values == ["b"])
      save.execute("a")
      save.cancelAll()
      #expect(!a.isExecuting)
    }
  }
}

@Suite struct MergingCommandTests {
  private typealias Add = MergingCommand<[Int], Int, Never>

  private func withAdd(_ body: (TestScheduler, Add, Heard<[Int]>) -> Void) {
    let (time, begun) = (TestScheduler(), Heard<[Int]>())
    time.perform {
      let add = Add(on: .immediate, merging: { $0 + $1 }) { (numbers: [Int]) async in
        begun.append(numbers)
        try? await time.sleep(for: .seconds(2))
        return numbers.reduce(0, +)
      }
      body(time, add, begun)
      time.advance()
    }
  }

  @Test func waitingInputsAreMergedAndShareAnExecution() {
    withAdd { time, add, begun in
      let sums = Heard<Int>()
      for number in 1...4 { add.execute([number]).ignoreFailure().subscribe { sums.append($0) } }
      time.advance(by: .seconds(2))
      #expect(begun.values == [[1], [2, 3, 4]])
      add.execute([5])
      time.advance(by: .seconds(5))
      #expect(begun.values == [[1], [2, 3, 4], [5]])
      #expect(sums.values == [1, 9, 9, 9])
      #expect(!add.executing.value)
    }
  }

  /// Observers are notified before the work begins.
  @Test func anInputOfAHandlerIsMergedIntoTheExecutionThatIsAboutToBegin() {
    withAdd { time, add, begun in
      let handle = add.executing.subscribe { if $0 { add.execute([2]) } }
      for number in [1, 3, 4] { add.execute([number]) }
      time.advance(by: .seconds(5))
      #expect(begun.values == [[1, 2], [3, 4]])
      handle.dispose()
    }
  }

  @Test func anInputIsNotMergedIntoACancelledExecution() {
    withAdd { time, add, begun in
      add.execute([1])
      add.execute([2]).cancel()
      add.execute([3])
      time.advance(by: .seconds(5))
      #expect(begun.values == [[1], [3]])
    }
  }

  @Test(.long) func inputsOfManyThreadsAreAllExecutedOnce() async {
    let begun = Lock<[Int]>([])
    let add = MergingCommand<[Int], Void, Never>(on: .immediate, merging: { $0 + $1 }) { (numbers: [Int]) async in
      begun.withLock { $0 += numbers }
      await Task.yield()
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<500 { _ = await add.execute([thread * 500 + number]).result }
        }
      }
    }
    #expect(begun.withLock { $0.sorted() } == Array(0..<2_000))
  }
}
