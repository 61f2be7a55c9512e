@testable import Interleaving
import Testing

/// Tests the faults that an exploration finds, their reports and their replay.
@Suite struct ExplorerTests {
  private func findFailure(
    _ search: Search = .all(preemptions: 2), limits: Limits = Limits(), _ body: @escaping (Program) -> Void
  ) -> InterleavingFailure? {
    do throws(InterleavingFailure) {
      try explore(search, limits: limits, body)
      return nil
    } catch { return error }
  }

  /// Increments a counter without an atomic addition.
  private func lostUpdate(_ program: Program) {
    let count = Cell(0)
    for _ in 0..<2 {
      program.thread {
        let seen = count.load(.acquiring)
        count.store(seen + 1, .releasing)
      }
    }
    program.atEnd { expect(count.load(.relaxed) == 2, "an addition was lost") }
  }

  @Test func aLostUpdateIsFoundWithOnePreemption() throws {
    let failure = try #require(findFailure(.all(preemptions: 1), lostUpdate))
    #expect("\(failure.fault)".contains("an addition was lost"))
    #expect(failure.schedule.choices.count <= 1)
  }

  @Test func withoutPreemptionsThereIsNothingToFind() throws {
    let exploration = try explore(.all(preemptions: 0), limits: Limits(weakness: 0), lostUpdate)
    #expect(exploration.isComplete)
    #expect(exploration.schedules == 2)
  }

  @Test func aFailureIsReplayedByItsLine() throws {
    let found = try #require(findFailure(.all(preemptions: 2), lostUpdate))
    let again = try #require(findFailure(.replay("\(found.schedule)"), lostUpdate))
    #expect(again.fault == found.fault)
    #expect(again.table == found.table)
    #expect(again.explored == 1)
  }

  @Test func theTableHasAColumnForEachThreadAndPlaces() throws {
    let found = try #require(findFailure(.all(preemptions: 2), lostUpdate))
    let lines = found.table.split(separator: "\n")
    #expect(lines[0].contains("thread 1") && lines[0].contains("thread 2"))
    #expect(found.table.contains("ExplorerTests.swift:"))
    #expect(found.table.contains("load acquiring = 0"))
  }

  @Test(arguments: 0..<10 as Range<UInt64>) func chanceFindsItWithAnySeed(_ seed: UInt64) throws {
    #expect(findFailure(.random(200, seed: seed), lostUpdate) != nil)
    #expect(findFailure(.priorities(200, depth: 2, seed: seed), lostUpdate) != nil)
  }

  @Test func theSameSeedFindsTheSame() throws {
    let one = try #require(findFailure(.random(200, seed: 7), lostUpdate))
    let other = try #require(findFailure(.random(200, seed: 7), lostUpdate))
    #expect(one.schedule == other.schedule && one.explored == other.explored)
  }

  @Test func aScheduleIsReadAsItIsWritten() {
    #expect(Schedule("12.1 30.2")?.description == "12.1 30.2")
    #expect(Schedule("-")?.description == "-")
    for wrong in ["", "12", "a.b", "1.0", "-1.1", "- 3.1", "3.1 3.2"] { #expect(Schedule(wrong) == nil, "\(wrong)") }
  }

  @Test func aRaceIsFoundInEveryOrder() throws {
    let found = findFailure(.all(preemptions: 0)) { program in
      let total = Shared(0)
      program.thread { total.value += 1 }
      program.thread { total.value += 1 }
    }
    guard case .race = found?.fault else {
      Issue.record("\(String(describing: found))")
      return
    }
  }

  @Test func aMutexOrdersTheAccessesUnderIt() throws {
    let exploration = try explore(.all) { program in
      let (total, mutex) = (Shared(0), Mutex(0))
      for _ in 0..<3 { program.thread { mutex.withLock { _ in total.value += 1 } } }
      program.atEnd { expect(total.value == 3) }
    }
    #expect(exploration.isComplete)
    #expect(exploration.schedules == 6)
  }

  @Test func twoLocksInTwoOrdersAreADeadlock() throws {
    let found = findFailure { program in
      let (one, other) = (Mutex(0), Mutex(0))
      program.thread { one.withLock { _ in other.withLock { _ in } } }
      program.thread { other.withLock { _ in one.withLock { _ in } } }
    }
    guard case .deadlock = found?.fault else {
      Issue.record("\(String(describing: found))")
      return
    }
    // Threads that wait forever do not prevent the next exploration.
    try explore(.all) { $0.thread {} }
  }

  @Test func aThreadThatWaitsInVainIsALivelock() throws {
    let found = findFailure(limits: Limits(steps: 200)) { program in
      let flag = Cell(0)
      program.thread { while flag.load(.acquiring) == 0 {} }
    }
    guard case .livelock = found?.fault else {
      Issue.record("\(String(describing: found))")
      return
    }
  }

  @Test func aThreadThatWaitsForAnotherIsNoLivelock() throws {
    let exploration = try explore(.all(preemptions: 2)) { program in
      let (flag, data) = (Cell(0), Shared(0))
      program.thread {
        data.value = 1
        flag.store(1, .releasing)
      }
      program.thread {
        while flag.load(.acquiring) == 0 {}
        expect(data.value == 1)
      }
    }
    #expect(exploration.isComplete)
  }

  @Test func anObjectThatIsNotReleasedIsALeak() throws {
    final class Object: Sendable {
      let count = Atomic(0)
    }
    // Guarded by: the exploration (one thread of a program runs at a time).
    nonisolated(unsafe) var kept: [Object] = []
    let found = findFailure { program in
      program.thread { kept.append(Object()) }
    }
    kept = []
    guard case .leak = found?.fault else {
      Issue.record("\(String(describing: found))")
      return
    }
  }

  @Test func aWeakExchangeMayFailForNoReason() throws {
    let outcomes = Outcomes<Bool>()
    try explore { program in
      let cell = Cell(0)
      program.thread {
        outcomes.insert(cell.value.weakCompareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged)
      }
      program.thread {}
    }
    #expect(outcomes.all == [true, false])
  }

  @Test func aProgramThatDependsOnChanceIsReported() throws {
    let rounds = Outcomes<Int>()
    let found = findFailure { program in
      let cell = Cell(0)
      rounds.insert(rounds.all.count)
      let isOdd = rounds.all.count % 2 == 1
      program.thread { for _ in 0..<(isOdd ? 5 : 2) { cell.value.add(1, ordering: .relaxed) } }
      program.thread { for _ in 0..<2 { cell.value.add(1, ordering: .relaxed) } }
    }
    #expect(found?.fault == .chance)
  }

  /// Two threads of three steps each on one object have 20 orders; on separate objects, one.
  @Test func stepsThatCommuteAreNotReordered() throws {
    func run(_ search: Search, onTheSame: Bool) throws -> Int {
      try explore(search) { program in
        let cells = [Cell(0), Cell(0)]
        for thread in 0..<2 {
          let cell = cells[onTheSame ? 0 : thread]
          program.thread { for _ in 0..<3 { cell.value.add(1, ordering: .relaxed) } }
        }
      }.schedules
    }
    #expect(try run(.all, onTheSame: true) == 20)
    #expect(try run(.all, onTheSame: false) == 1)
    #expect(try run(.all(preemptions: 6), onTheSame: false) >= 20)
  }
}
