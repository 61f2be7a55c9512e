import Foundation
import Rill
import StreamTesting
import Testing

@testable import Recipes

@MainActor @Suite struct DeviceMonitorTests {
  private let time = TestScheduler()
  private let logged = MutableProperty<[Reading]>([])
  private let sensors = (0..<200).map { _ in AsyncStream<Reading>.makeStream() }

  private func monitor(keeping count: Int = 100) -> DeviceMonitor {
    time.perform {
      DeviceMonitor(
        sensors.map(\.stream), limit: 90, keeping: count, on: time, disk: time,
        log: { [logged] reading in logged.modify { $0.append(reading) } })
    }
  }

  private func measure(_ celsius: (Int) -> Double) {
    for (sensor, (_, continuation)) in sensors.enumerated() {
      continuation.yield(Reading(sensor: sensor, celsius: celsius(sensor)))
    }
  }

  @Test func theScreenIsUpdatedTenTimesASecond() {
    let monitor = monitor()
    let screens = Recorder(monitor.$newest.skip(1).map(\.count))
    for round in 0..<10 {
      measure { Double($0 % 50 + round) }
      time.advance(by: .milliseconds(10))
    }
    time.advance(by: .milliseconds(100))
    #expect(screens.values == [200])
    #expect(monitor.newest[49] == 58)
  }

  @Test func alarmsAreShownImmediatelyAndTheLastAreKept() {
    let monitor = monitor(keeping: 5)
    measure { $0 < 8 ? 95 : 20 }
    time.advance()
    #expect(monitor.alarms == (3..<8).map { Reading(sensor: $0, celsius: 95) })
  }

  @Test func aBurstThatTheDiskIsTooSlowForIsCounted() {
    let monitor = monitor(keeping: 100)
    measure { _ in 20 }
    time.advance(by: .seconds(1))
    #expect(logged.value.map(\.sensor) == Array(100..<200))
    #expect(monitor.unlogged.count == 100)
  }

  @Test func theDiskIsNotWaitedForOnTheMainThread() async {
    let threads = MutableProperty<[Bool]>([])
    let monitor = DeviceMonitor(
      sensors.map(\.stream), limit: 90, log: { _ in threads.modify { $0.append(Thread.isMainThread) } })
    measure { _ in 20 }
    _ = await threads.filter { !$0.isEmpty }.first
    #expect(!threads.value.contains(true))
    withExtendedLifetime(monitor) {}
  }

  @Test func itIsReleasedWhileSensorsContinue() {
    var monitor: DeviceMonitor? = monitor()
    weak let observed = monitor
    time.advance()
    monitor = nil
    #expect(observed == nil)
    measure { _ in 95 }
    time.advance(by: .seconds(1))
    #expect(logged.value == [])
  }
}
