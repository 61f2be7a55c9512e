import Interleaving
import ModelSupport
@testable import StreamCore
import Testing

private final class Lazy: Sendable {
  let once = Once()
  let value = Shared(0)

  func get() -> Int {
    if once.begin() {
      value.value += 42
      once.finish()
    }
    return value.value
  }
}

@Suite struct OnceModels {
  @Test func threeThreadsRead() throws {
    try model("Once, three callers", withoutBound: true) { program in
      let lazy = Lazy()
      for _ in 0..<3 { program.thread { expect(lazy.get() == 42) } }
    }
  }

  @Test func aTrampolineOfTwoThreads() throws {
    try model("Trampoline, two threads", withoutBound: true, preemptions: 3) { program in
      let trampoline = Bouncing()
      for _ in 0..<2 {
        program.thread {
          trampoline.bounce()
          trampoline.bounce()
        }
      }
      program.atEnd { expect(trampoline.steps.value == 4, "\(trampoline.steps.value) steps") }
    }
  }

  @Test func aLock() throws {
    try model("Lock, three threads", withoutBound: true, preemptions: 3) { program in
      let (lock, total) = (Lock(0), Shared(0))
      for _ in 0..<3 {
        program.thread {
          lock.withLock {
            $0 += 1
            total.value += 1
          }
        }
      }
      program.atEnd { expect(lock.withLock { $0 } == 3 && total.value == 3) }
    }
  }
}

private final class Bouncing: Sendable {
  private let trampoline = Trampoline()
  let steps = Shared(0)
  func bounce() { trampoline.bounce { steps.value += 1 } }
}
