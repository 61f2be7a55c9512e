import Foundation
import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct PosixSignalsTests {
  @Test func everySubscriberReceivesTheNumbers() async {
    let recorders = (0..<2).map { _ in Recorder(Signal.posixSignals(SIGUSR1, SIGUSR2)) }
    let numbers = [SIGUSR1, SIGUSR2, SIGUSR1]
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
}
