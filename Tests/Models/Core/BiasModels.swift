import Interleaving
import ModelSupport
import StreamCore
import StreamPrimitives
import Testing

/// A joint that merges numbers, and what it has told.
private final class Meeting: Sendable {
  let told = Told<Int>()
  let subscription = Subscription()
  let joint: Joint<Merging<Int>, Never>

  init(_ hear: @escaping @Sendable (Int, Joint<Merging<Int>, Never>?) -> Void = { _, _ in }) {
    let (told, later) = (told, Later())
    joint = Joint(
      Merging(),
      Sink(
        next: { number in
          told.append(number)
          hear(number, later.joint)
        }, end: { _ in }), subscription)
    later.joint = joint
  }

  func attach(_ numbers: Signal<Int, Never>) {
    joint.attach(numbers, next: { .value($0) }, completed: .started)
  }

  func send(_ number: Int) { joint.receive(.value(number)) }

  func check(_ expected: Set<Int>) {
    let values = told.values
    expect(values.count == expected.count && Set(values) == expected, "told \(values)")
    for thread in 1...3 { expect(values.ofThousand(thread).isAscending, "out of order: \(values)") }
    expect(joint.gate.isIdle, "the gate is not idle")
    subscription.dispose()
  }

  /// Guard: written before there is a second thread.
  private final class Later: Sendable { nonisolated(unsafe) weak var joint: Joint<Merging<Int>, Never>? }
}

@Suite struct BiasModels {
  @Test func oneAttachesAndAnotherSends() throws {
    try model("Bias, attach, send") { program in
      let meeting = Meeting()
      program.thread { meeting.attach(Signal([1_000, 1_001])) }
      program.thread {
        meeting.send(2_000)
        meeting.send(2_001)
      }
      program.atEnd { meeting.check([1_000, 1_001, 2_000, 2_001]) }
    }
  }

  @Test func twoAttach() throws {
    try model("Bias, attach, attach") { program in
      let meeting = Meeting()
      for thread in 1...2 {
        program.thread { meeting.attach(Signal([thread * 1_000])) }
      }
      program.atEnd { meeting.check([1_000, 2_000]) }
    }
  }

  @Test func twoSendWhileOneAttaches() throws {
    try model("Bias, attach, send, send", preemptions: 1) { program in
      let meeting = Meeting()
      program.thread { meeting.attach(Signal([1_000])) }
      for thread in 2...3 { program.thread { meeting.send(thread * 1_000) } }
      program.atEnd { meeting.check([1_000, 2_000, 3_000]) }
    }
  }

  /// The stream that is attached waits, in the middle, for what another thread sends to be delivered.
  @Test func aStreamThatWaitsForAnother() throws {
    try model("Bias, attach one that waits, send") { program in
      let hasCome = Atomic(false)
      let meeting = Meeting { number, _ in if number == 2_000 { hasCome.store(true, ordering: .releasing) } }
      program.thread {
        meeting.attach(
          Signal(attaching: { sink, _ in
            sink.next(1_000)
            while !hasCome.load(ordering: .acquiring) {}
            sink.next(1_001)
          }))
      }
      program.thread { meeting.send(2_000) }
      program.atEnd { meeting.check([1_000, 1_001, 2_000]) }
    }
  }

  /// What the handler sends is delivered next, and what another thread sends is not lost.
  @Test func aStreamThatIsAnswered() throws {
    try model("Bias, attach one that is answered, send") { program in
      let meeting = Meeting { number, joint in if number == 1_000 { joint?.receive(.value(3_000)) } }
      program.thread { meeting.attach(Signal([1_000, 1_001])) }
      program.thread { meeting.send(2_000) }
      program.atEnd {
        let answered = meeting.told.values.drop { $0 != 1_000 }
        expect(answered.contains(3_000), "told \(meeting.told.values)")
        meeting.check([1_000, 1_001, 2_000, 3_000])
      }
    }
  }

  /// A stream goes on, on another thread, while the one that attaches it is still at that.
  @Test func aStreamThatChangesThreads() throws {
    try model("Bias, attach one that goes on elsewhere") { program in
      let meeting = Meeting()
      let given = Given()
      program.thread {
        meeting.attach(
          Signal(attaching: { sink, _ in
            sink.next(1_000)
            given.sink = sink
            given.isThere.store(true, ordering: .releasing)
          }))
      }
      program.thread {
        if given.isThere.load(ordering: .acquiring) { given.sink?.next(1_001) }
      }
      program.atEnd {
        given.sink = nil
        meeting.check(meeting.told.values.count == 2 ? [1_000, 1_001] : [1_000])
      }
    }
  }

  private final class Given: Sendable {
    let isThere = Atomic(false)

    /// Guard: written before `isThere` is, read after.
    nonisolated(unsafe) var sink: Sink<Int, Never>?
  }
}
