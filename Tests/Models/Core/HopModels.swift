import Interleaving
import ModelSupport
import Testing

@testable import StreamCore

/// The values that handlers of an actor receive. The variable is plain, so overlapping handlers are a race.
private actor Screen {
  private let executor = ExploredExecutor()
  private let told = Told<Int>()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  nonisolated var shown: [Int] { told.values }

  nonisolated func show(_ stream: some StreamProtocol<Int, Never>) -> Disposable {
    assumeIsolated { screen in stream.subscribe { screen.told.append($0) } }
  }
}

/// Values are sent on threads and received on an actor.
@Suite struct HopModels {
  private func observed(_ screen: Screen) -> (Observer<Int, Never>, Disposable) {
    let made = Told<Observer<Int, Never>>()
    let handle = screen.show(Signal<Int, Never> { made.append($0) })
    return (made.values[0], handle)
  }

  /// Every value has arrived once, and those of one thread in order.
  private func expectAllInOrder(_ screen: Screen) {
    let shown = screen.shown
    expect(Set(shown) == [1_000, 1_001, 2_000] && shown.count == 3, "shown \(shown)")
    expect(shown.ofThousand(1).isAscending, "out of order: \(shown)")
  }

  @Test func twoThreadsSend() throws {
    try model("Hop to an actor: send, send, send") { program in
      let screen = Screen()
      let (observer, handle) = observed(screen)
      program.thread {
        observer.send(1_000)
        observer.send(1_001)
      }
      program.thread { observer.send(2_000) }
      program.atEnd {
        expectAllInOrder(screen)
        handle.dispose()
      }
    }
  }

  /// Unrelated streams, each with its own hop.
  @Test func hopsOfOneThreadKeepTheirOrder() throws {
    try model("Hop to an actor: two streams, send, send", schedules: 200_000) { program in
      let screen = Screen()
      let (one, handle) = observed(screen)
      let (other, otherHandle) = observed(screen)
      let (third, thirdHandle) = observed(screen)
      program.thread {
        one.send(1_000)
        other.send(1_001)
      }
      program.thread { third.send(2_000) }
      program.atEnd {
        expectAllInOrder(screen)
        handle.dispose()
        otherHandle.dispose()
        thirdHandle.dispose()
      }
    }
  }

  /// One step of each thread: small enough for all interleavings.
  @Test func oneThatSendsAndOneThatDisposes() throws {
    try model("Hop to an actor: send, dispose", withoutBound: true) { program in
      let screen = Screen()
      let (observer, handle) = observed(screen)
      program.thread { observer.send(1) }
      program.thread { handle.dispose() }
      program.atEnd { expect([[], [1]].contains(screen.shown), "shown \(screen.shown)") }
    }
  }

  @Test func oneThatSendsAndEndsAndOneThatDisposes() throws {
    try model("Hop to an actor: send, complete, dispose") { program in
      let screen = Screen()
      let (observer, handle) = observed(screen)
      program.thread {
        observer.send(1)
        observer.complete()
      }
      program.thread { handle.dispose() }
      program.atEnd { expect([[], [1]].contains(screen.shown), "shown \(screen.shown)") }
    }
  }
}
