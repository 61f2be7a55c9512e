import Interleaving
import TestSupport
import Testing

/// A small program that is known to be right or wrong.
struct SmallProgram: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let search: Search
  let body: @Sendable (Program) -> Void

  init(_ name: String, _ search: Search = .all(preemptions: 2), _ body: @escaping @Sendable (Program) -> Void) {
    (testDescription, self.search, self.body) = (name, search, body)
  }
}

/// The explorer is fair: it accuses no right program, and finds the fault of every wrong one.
@Suite struct ProgramTests {
  static let right = Locks.right + Waiting.right + Queues.right + Lifetimes.right
  static let wrong = Locks.wrong + Waiting.wrong + Queues.wrong + Lifetimes.wrong

  @Test func thereAreThirtyOfEach() {
    #expect(Self.right.count >= 30)
    #expect(Self.wrong.count >= 30)
  }

  @Test(.long, arguments: right) func aRightProgramIsNotAccused(_ program: SmallProgram) throws {
    try explore(program.search, limits: Limits(schedules: 1_000), program.body)
    try explore(.random(50, seed: 1), program.body)
    try explore(.priorities(50, seed: 1), program.body)
  }

  @Test(.long, arguments: wrong) func theFaultOfAWrongProgramIsFound(_ program: SmallProgram) {
    #expect(throws: InterleavingFailure.self) { try explore(program.search, program.body) }
  }
}

extension Cell {
  func add(_ number: Int, _ order: AtomicUpdateOrdering) -> Int { value.add(number, ordering: order).oldValue }
  func exchange(_ number: Int, _ order: AtomicUpdateOrdering) -> Int { value.exchange(number, ordering: order) }

  func replace(_ expected: Int, by desired: Int, _ order: AtomicUpdateOrdering) -> Bool {
    value.compareExchange(expected: expected, desired: desired, ordering: order).exchanged
  }
}

extension Shared<Int> {
  func grow() { value += 1 }
}
