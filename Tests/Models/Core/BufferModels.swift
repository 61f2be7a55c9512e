import Interleaving
import ModelSupport
@testable import StreamCore
import Testing

@Suite struct BufferModels {
  private func run(
    _ name: String, _ policy: BufferPolicy<Int>, isRight: @escaping @Sendable (_ taken: [Int], _ drops: Int) -> Bool
  ) throws {
    try model("ValueBuffer \(name): send, send, end, take", withoutBound: true) { program in
      let drops = DropCount()
      let (buffer, taken) = (ValueBuffer<Int, Never>(policy, drops), Told<Int>())
      @Sendable func take() {
        while case .success(let value?)? = buffer.take() { taken.append(value) }
      }
      program.thread {
        for value in 1...3 { buffer.accept(value) }
        buffer.end(.completed)
      }
      program.thread { take() }
      program.atEnd {
        take()
        expect(isRight(taken.values, drops.count), "took \(taken.values), \(drops.count) dropped")
        guard case .success(nil)? = buffer.take() else { return expect(false, "the end is not delivered") }
      }
    }
  }

  @Test func unbounded() throws {
    try run("unbounded", .unbounded) { taken, drops in taken == [1, 2, 3] && drops == 0 }
  }

  @Test func newest() throws {
    try run("newest(1)", .newest(1)) { taken, drops in taken.isAscending && taken.last == 3 && taken.count + drops == 3
    }
  }

  @Test func oldest() throws {
    try run("oldest(1)", .oldest(1)) { taken, drops in taken.isAscending && taken.first == 1 && taken.count + drops == 3
    }
  }

  @Test func suspending() throws {
    try run("suspending(1)", .suspending(1)) { taken, drops in taken == [1, 2, 3] && drops == 0 }
  }

  @Test func coalescing() throws {
    try run("coalescing", .coalescing { $0 + $1 }) { taken, drops in taken.reduce(0, +) == 6 && drops == 0 }
  }

  @Test func closedWhileItIsSentTo() throws {
    try model("ValueBuffer: send, take, close") { program in
      let (subscription, ends) = (Subscription(), Count())
      subscription.add { ends.add() }
      let buffer = ValueBuffer<Int, Never>(.unbounded, DropCount())
      program.thread {
        buffer.accept(1)
        buffer.end(.completed)
      }
      program.thread { _ = buffer.take() }
      program.thread { buffer.close(subscription) }
      program.atEnd { expect(ends.now == 1) }
    }
  }
}
