import Interleaving
import Testing

/// Litmus tests: the small programs that distinguish memory models.
@Suite struct LitmusTests {
  /// Message passing: one thread stores the data and then a flag. The other loads the flag and then the data.
  private func messagePassing(_ store: AtomicStoreOrdering, _ load: AtomicLoadOrdering) throws -> Set<Pair> {
    let outcomes = Outcomes<Pair>()
    let exploration = try explore(.all, limits: Limits(weakness: nil)) { program in
      let (data, flag) = (Cell(0), Cell(0))
      let read = Shared(Pair(-1, -1))
      program.thread {
        data.value.store(1, ordering: .relaxed)
        flag.store(1, store)
      }
      program.thread {
        let flag = flag.load(load)
        read.value = Pair(flag, data.value.load(ordering: .relaxed))
      }
      program.atEnd { outcomes.insert(read.value) }
    }
    #expect(exploration.isComplete)
    return outcomes.all
  }

  @Test func messagePassingByReleaseAndAcquireIsSafe() throws {
    #expect(try messagePassing(.releasing, .acquiring) == [[0, 0], [0, 1], [1, 1]])
  }

  @Test func messagePassingWithEitherRelaxedIsNot() throws {
    let all: Set<Pair> = [[0, 0], [0, 1], [1, 1], [1, 0]]
    #expect(try messagePassing(.relaxed, .acquiring) == all)
    #expect(try messagePassing(.releasing, .relaxed) == all)
    #expect(try messagePassing(.relaxed, .relaxed) == all)
  }

  @Test func messagePassingByFencesIsSafe() throws {
    let outcomes = Outcomes<Pair>()
    try explore(.all, limits: Limits(weakness: nil)) { program in
      let (data, flag) = (Cell(0), Cell(0))
      let read = Shared(Pair(-1, -1))
      program.thread {
        data.store(1, .relaxed)
        atomicMemoryFence(ordering: .releasing)
        flag.store(1, .relaxed)
      }
      program.thread {
        let flag = flag.load(.relaxed)
        atomicMemoryFence(ordering: .acquiring)
        read.value = Pair(flag, data.load(.relaxed))
      }
      program.atEnd { outcomes.insert(read.value) }
    }
    #expect(outcomes.all == [[0, 0], [0, 1], [1, 1]])
  }

  /// Two threads: each stores to one variable and then loads the variable of the other.
  private func storeBuffering(_ store: AtomicStoreOrdering, _ load: AtomicLoadOrdering) throws -> Set<Pair> {
    let outcomes = Outcomes<Pair>()
    try explore(.all, limits: Limits(weakness: nil)) { program in
      let (x, y) = (Cell(0), Cell(0))
      let (one, other) = (Shared(-1), Shared(-1))
      program.thread {
        x.store(1, store)
        one.value = y.load(load)
      }
      program.thread {
        y.store(1, store)
        other.value = x.load(load)
      }
      program.atEnd { outcomes.insert(Pair(one.value, other.value)) }
    }
    return outcomes.all
  }

  @Test func storeBufferingIsSeen() throws {
    #expect(try storeBuffering(.releasing, .acquiring) == [[0, 0], [0, 1], [1, 0], [1, 1]])
  }

  @Test func storeBufferingIsNotSeenInOneTotalOrder() throws {
    #expect(
      try storeBuffering(.sequentiallyConsistent, .sequentiallyConsistent) == [[0, 1], [1, 0], [1, 1]])
  }

  /// C11 and ARM cores allow [1, 1] here. A model that performs operations in order does not show it.
  @Test func loadBufferingIsNotShown() throws {
    let outcomes = Outcomes<Pair>()
    try explore(.all, limits: Limits(weakness: nil)) { program in
      let (x, y) = (Cell(0), Cell(0))
      let (one, other) = (Shared(-1), Shared(-1))
      program.thread {
        one.value = x.load(.relaxed)
        y.store(1, .relaxed)
      }
      program.thread {
        other.value = y.load(.relaxed)
        x.store(1, .relaxed)
      }
      program.atEnd { outcomes.insert(Pair(one.value, other.value)) }
    }
    #expect(outcomes.all == [[0, 0], [0, 1], [1, 0]])
  }

  /// Two writers and two readers, which may see the writes in different orders.
  private func independentReads(_ store: AtomicStoreOrdering, _ load: AtomicLoadOrdering) throws -> Bool {
    let outcomes = Outcomes<[Int]>()
    try explore(.all, limits: Limits(weakness: nil)) { program in
      let (x, y) = (Cell(0), Cell(0))
      let (one, other) = (Shared(Pair(-1, -1)), Shared(Pair(-1, -1)))
      program.thread { x.store(1, store) }
      program.thread { y.store(1, store) }
      program.thread {
        let first = x.load(load)
        one.value = Pair(first, y.load(load))
      }
      program.thread {
        let first = y.load(load)
        other.value = Pair(first, x.load(load))
      }
      program.atEnd { outcomes.insert([one.value.one, one.value.other, other.value.one, other.value.other]) }
    }
    return outcomes.all.contains([1, 0, 1, 0])
  }

  @Test func independentReadsMayDisagree() throws { #expect(try independentReads(.releasing, .acquiring)) }

  @Test func independentReadsAgreeInOneTotalOrder() throws {
    #expect(try !independentReads(.sequentiallyConsistent, .sequentiallyConsistent))
  }

  @Test func aThreadNeverReadsBackwards() throws {
    let outcomes = Outcomes<Pair>()
    try explore(.all, limits: Limits(weakness: nil)) { program in
      let x = Cell(0)
      let read = Shared(Pair(-1, -1))
      program.thread {
        x.store(1, .relaxed)
        x.store(2, .relaxed)
      }
      program.thread {
        let first = x.load(.relaxed)
        read.value = Pair(first, x.load(.relaxed))
      }
      program.atEnd { outcomes.insert(read.value) }
    }
    #expect(outcomes.all == [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]])
  }

  /// A read-modify-write between a release and an acquire continues the release sequence.
  @Test func aReleaseSequenceContinues() throws {
    try explore(.all, limits: Limits(weakness: nil)) { program in
      let (data, flag) = (Shared(0), Cell(0))
      program.thread {
        data.value = 1
        flag.store(1, .releasing)
      }
      program.thread {
        _ = flag.value.compareExchange(expected: 1, desired: 2, ordering: .relaxed)
      }
      program.thread { if flag.load(.acquiring) == 2 { expect(data.value == 1) } }
    }
  }

  @Test func aStoreOfAnotherThreadEndsAReleaseSequence() {
    let failure = #expect(throws: InterleavingFailure.self) {
      try explore(.all, limits: Limits(weakness: nil)) { program in
        let (data, flag) = (Shared(0), Cell(0))
        program.thread {
          data.value = 1
          flag.store(1, .releasing)
        }
        program.thread { if flag.load(.relaxed) == 1 { flag.store(2, .relaxed) } }
        program.thread { if flag.load(.acquiring) == 2 { expect(data.value == 1) } }
      }
    }
    guard case .race = failure?.fault else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
}

/// An atomic number that closures can capture.
final class Cell: Sendable {
  let value: Atomic<Int>
  init(_ number: Int) { value = Atomic(number) }

  func load(_ order: AtomicLoadOrdering, fileID: StaticString = #fileID, line: UInt = #line) -> Int {
    value.load(ordering: order, fileID: fileID, line: line)
  }

  func store(_ number: Int, _ order: AtomicStoreOrdering, fileID: StaticString = #fileID, line: UInt = #line) {
    value.store(number, ordering: order, fileID: fileID, line: line)
  }
}
