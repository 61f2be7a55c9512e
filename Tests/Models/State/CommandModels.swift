import Interleaving
import ModelSupport
import Rill
import Testing

@Suite struct CommandModels {
  /// Work that another thread ends.
  private final class Works: Sendable {
    let (begun, ended, at) = (Count(), Count(), Shared(0))
    let most = Count()
  }

  @Test func twoWhoExecuteAnExclusiveOne() throws {
    try model("Command, exclusive: execute, execute") { program in
      let works = Works()
      let command = Command<Int, Int, Never>(policy: .exclusive, on: .immediate) { number in
        works.at.value += 1
        works.begun.add()
        return .just(number)
      }
      for thread in 0..<2 { program.thread { command.execute(thread) } }
      program.atEnd { expect((1...2).contains(works.begun.now), "\(works.begun.now) have begun") }
    }
  }

  @Test func aQueueRunsAllOfThem() throws {
    try model("Command, queue: execute, execute") { program in
      let works = Works()
      let command = Command<Int, Int, Never>(policy: .queue, on: .immediate) { number in
        works.at.value += 1
        works.begun.add()
        return .just(number)
      }
      for thread in 0..<2 { program.thread { command.execute(thread) } }
      program.atEnd { expect(works.begun.now == 2, "\(works.begun.now) have begun") }
    }
  }

  @Test func oneThatIsCancelledWhileItEnds() throws {
    try model("Command, concurrent: execute, cancelAll, end") { program in
      let (works, subject) = (Works(), Subject<Int, Never>())
      let command = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { _ in
        Signal { observer in
          works.begun.add()
          let inner = subject.subscribe { observer.send($0) }
          return Disposable {
            inner.dispose()
            works.ended.add()
          }
        }
      }
      command.execute(1)
      program.thread { subject.send(1) }
      program.thread { command.cancelAll() }
      program.thread { subject.complete() }
      program.atEnd {
        command.cancelAll()
        expect(works.begun.now == works.ended.now, "\(works.begun.now) began, \(works.ended.now) ended")
      }
    }
  }
}
