import Rill

struct Reading: Sendable, Equatable {
  var sensor: Int
  var celsius: Double
}

/// Watches any number of sensors: the newest value of each, alarms without delay, and a log on a disk.
@MainActor
final class DeviceMonitor {
  /// The newest reading of each sensor.
  @Observed private(set) var newest: [Int: Double] = [:]

  /// The newest alarms. The oldest are dropped.
  @Observed private(set) var alarms: [Reading] = []

  /// How many readings came too fast for the disk.
  let unlogged = DropCount()

  private var running: ScopedDisposable?

  init(
    _ sensors: [AsyncStream<Reading>], limit: Double, keeping count: Int = 100,
    on scheduler: some Scheduler = .main, disk: some Scheduler = QueueScheduler(),
    log: @escaping @Sendable (Reading) -> Void
  ) {
    // An AsyncStream has one consumer; a published stream has any number.
    let readings = merge(sensors.map { Signal($0) }).publish()

    // The screen updates at most ten times a second, however many readings arrive.
    readings.collect(for: .milliseconds(100), on: scheduler).subscribe(with: self) { monitor, burst in
      monitor.newest.merge(burst.map { ($0.sensor, $0.celsius) }) { $1 }
    }
    readings.filter { $0.celsius > limit }.subscribe(with: self) { monitor, reading in
      monitor.alarms = (monitor.alarms + [reading]).suffix(count)
    }
    // The buffer for the disk is bounded, and readings that do not fit are counted.
    readings.deliver(on: disk, buffering: .newest(count, counting: unlogged)).subscribe(log)

    running = readings.connect().scoped()
  }
}
