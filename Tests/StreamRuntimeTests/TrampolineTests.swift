import StreamCore
import TestSupport
import Testing

private final class Bouncing: Sendable {
  let trampoline = Trampoline()
  let log = Log<String>()
  let steps = Counter()

  func step(until limit: Int) {
    trampoline.bounce {
      let number = steps.add()
      if limit < 100 { log.add("begin \(number)") }
      if number < limit { step(until: limit) }
      if limit < 100 { log.add("end \(number)") }
    }
  }
}

@Suite struct TrampolineTests {
  @Test func aStepAskedForWhileOneRunsComesAfterIt() {
    let bouncing = Bouncing()
    bouncing.step(until: 2)
    #expect(bouncing.log.all == ["begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test(.long) func aMillionStepsTakeTheStackOfOne() {
    onThread {
      let bouncing = Bouncing()
      bouncing.step(until: 1_000_000)
      #expect(bouncing.steps.value == 1_000_000)
    }
  }

  @Test func stepsAskedForFromSeveralThreadsAreAllMadeOneAtATime() {
    final class Shared: Sendable {
      let trampoline = Trampoline()
      /// Guarded by: the trampoline (only its steps touch it).
      nonisolated(unsafe) var steps = 0
    }
    let shared = Shared()
    onThreads(4) { _ in
      for _ in 0..<50_000 { shared.trampoline.bounce { shared.steps += 1 } }
    }
    #expect(shared.steps == 200_000)
  }
}
