import Interleaving
import ModelSupport
import StreamCore
import Testing

/// An item with a plain variable that its sender has written.
private final class Message: Sendable {
  let number = Shared(0)
  init(_ number: Int) { self.number.value = number }
}

/// A gate, and the items that it has delivered.
private final class Line: Gated {
  let gate = Gate<Message>()
  let told = Told<Int>()
  private let answers: [Int: Int]

  init(answers: [Int: Int] = [:]) { self.answers = answers }

  func send(_ number: Int) { enqueue(Message(number)) }

  func deliver(_ message: Message) {
    let number = message.number.value
    told.append(number)
    if let answer = answers[number] { send(answer) }
  }
}

@Suite struct GateModels {
  private func check(_ line: Line, _ expected: Set<Int>) {
    let told = line.told.values
    expect(told.count == expected.count && Set(told) == expected, "told \(told)")
    for thread in 1...3 { expect(told.ofThousand(thread).isAscending, "out of order: \(told)") }
    expect(line.gate.isIdle, "the gate is not idle")
  }

  @Test func twoSendersOfTwo() throws {
    try model("Gate, two senders of two", preemptions: 3) { program in
      let line = Line()
      for thread in 1...2 {
        program.thread {
          line.send(thread * 1_000)
          line.send(thread * 1_000 + 1)
        }
      }
      program.atEnd { check(line, [1_000, 1_001, 2_000, 2_001]) }
    }
  }

  /// Fast path of senders that deliver without an item if the gate is idle.
  @Test func twoThreadsEnter() throws {
    try model("Gate, enter, enter", withoutBound: true, preemptions: 3) { program in
      let line = Line()
      for thread in 1...2 {
        program.thread {
          for number in [thread * 1_000, thread * 1_000 + 1] {
            let message = Message(number)
            if line.gate.enter() {
              line.deliver(message)
              line.leave()
            } else {
              line.enqueue(message)
            }
          }
        }
      }
      program.atEnd { check(line, [1_000, 1_001, 2_000, 2_001]) }
    }
  }

  @Test func threeSenders() throws {
    try model("Gate, three senders") { program in
      let line = Line()
      for thread in 1...3 { program.thread { line.send(thread * 1_000) } }
      program.atEnd { check(line, [1_000, 2_000, 3_000]) }
    }
  }

  @Test func aSenderThatIsAnswered() throws {
    try model("Gate, a send inside of a delivery", withoutBound: true) { program in
      let line = Line(answers: [1_000: 1_001])
      program.thread { line.send(1_000) }
      program.thread { line.send(2_000) }
      program.atEnd { check(line, [1_000, 1_001, 2_000]) }
    }
  }

  @Test func aDelivererWhoseTimeIsOver() throws {
    try model("Gate, handing over", expiries: 1) { program in
      let line = Line()
      program.thread { line.send(1_000) }
      program.thread {
        line.send(2_000)
        line.send(2_001)
        line.send(2_002)
      }
      program.atEnd { check(line, [1_000, 2_000, 2_001, 2_002]) }
    }
  }

  @Test func twoThreadsTakeOver() throws {
    try model("Gate, take over, take over", withoutBound: true, preemptions: 3) { program in
      let line = Line()
      _ = line.gate.enter()
      for number in [3_000, 3_001] { _ = line.gate.enqueue(Message(number), from: 1) }
      expect(!line.gate.drain(atMost: 0) { _ in })
      for _ in 0..<2 { program.thread { line.takeOver() } }
      program.atEnd { check(line, [3_000, 3_001]) }
    }
  }

  @Test func aGateThatIsReleasedWithItemsInIt() throws {
    try model("Gate, released while items wait", withoutBound: true) { program in
      let gate = Held(Gate<Kept>())
      program.thread { if gate.value.enter() { return } }
      program.thread { _ = gate.value.enqueue(Kept()) }
    }
  }
}

/// An object that must be released at the end.
private final class Kept: Sendable { let token = Atomic(0) }

private final class Held<Value: ~Copyable & Sendable>: Sendable {
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}
