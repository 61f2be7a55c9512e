import Rill

struct WeatherError: Error {}

/// Subjects and subscriptions stored in an actor, with subscribers elsewhere.
actor Station {
  private let readings = Subject<Int, Never>()
  private let temperature = BehaviorSubject<Int, Never>(0)
  private var subscription = Disposable.disposed
  private var alarms = 0

  nonisolated let published: Signal<Int, Never>

  init() { published = readings.signal }

  /// A handler written on the actor accesses its state.
  func watch(above limit: Int) {
    subscription = readings.filter { $0 > limit }.subscribe { _ in self.alarms += 1 }
  }

  func measure(_ value: Int) {
    readings.send(value)
    temperature.value = value
  }

  func stop() -> Int {
    subscription.dispose()
    return alarms
  }

  func read() async throws(WeatherError) -> Int {
    await Task.yield()
    guard temperature.value > -273 else { throw WeatherError() }
    return temperature.value
  }
}
