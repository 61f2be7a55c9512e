import Foundation
import Rill
import StreamTesting
import TestSupport
import Testing

/// Each test has its own signal, because the suites run in parallel.
@Suite struct PosixSignalsTests {
  @Test func picture() {
    let time = TestScheduler()
    let arrivals = Arrivals(SIGUSR2)
    for tick in [3, 9] { time.schedule(after: time.ticks(tick)) { arrivals.raise() } }
    let signals = Signal.posixSignals(SIGUSR2).counted(by: arrivals)
    expectMarbles("---2-----2---", signals, on: time, values: ["2": SIGUSR2])
  }

  @Test func everySubscriberReceivesTheNumbers() async {
    let recorders = (0..<2).map { _ in Recorder(Signal.posixSignals(SIGUSR1, SIGWINCH)) }
    let numbers = [SIGUSR1, SIGWINCH, SIGUSR1]
    for (index, number) in numbers.enumerated() {
      kill(getpid(), number)
      for recorder in recorders {
        await recorder.waitForValues(index + 1)
        #expect(recorder.values == Array(numbers[...index]))
      }
    }
    for recorder in recorders { recorder.dispose() }
  }

  @Test func aSignalThatCannotBeHandledTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal.posixSignals(SIGKILL) }
    await #expect(processExitsWith: .failure) { _ = Signal.posixSignals() }
  }

  @Test func battery() {
    let arrivals = Arrivals(SIGCONT)
    Battery.check(stream: "posixSignals", .stimulated { arrivals.raise(17) }) {
      Signal.posixSignals(SIGCONT).counted(by: arrivals)
    }
  }
}

/// Raises signals, and waits until the subscriptions that ``StreamProtocol/counted(by:)`` counts have handled them.
private final class Arrivals: Sendable {
  private struct State {
    var running = 0
    var delivered = 0
  }

  private let number: Int32
  private let condition = NSCondition()

  /// Guarded by: `condition`.
  nonisolated(unsafe) private var state = State()

  init(_ number: Int32) { self.number = number }

  /// Raises the signal `count` times, or until no subscription is running. Each time it waits for a delivery.
  func raise(_ count: Int = 1) {
    for _ in 0..<count {
      let (isRunning, delivered) = condition.withLock { (state.running > 0, state.delivered) }
      guard isRunning else { return }
      kill(getpid(), number)
      condition.withLock {
        while state.running > 0, state.delivered == delivered { condition.wait() }
      }
    }
  }

  func add(running: Int = 0, delivered: Int = 0) {
    condition.withLock {
      state.running += running
      state.delivered += delivered
      condition.broadcast()
    }
  }
}

extension StreamProtocol {
  /// Counts the running subscriptions, and the values that have been handled downstream.
  fileprivate func counted(by arrivals: Arrivals) -> Signal<Value, Failure> {
    Signal(attaching: { sink, subscription in
      arrivals.add(running: 1)
      subscription.add(Disposable { arrivals.add(running: -1) })
      self.signal.attach(
        Sink(
          next: { value in
            sink.next(value)
            arrivals.add(delivered: 1)
          },
          end: sink.end),
        to: subscription)
    })
  }
}
