import Dispatch
import Rill

/// A view model on the main actor, bound to streams from other threads.
@MainActor
final class ForecastModel {
  @Observed var city = ""
  @Observed private(set) var label = ""
  @Observed private(set) var shown: [String] = []
  private(set) var refreshCount = 0

  private let station: Station
  private(set) lazy var refresh = Command { [weather = Weather(station: station)] () async throws(WeatherError) in
    try await weather.now()
  }

  init(station: Station) { self.station = station }

  /// Operator closures written in a main-actor method run on other threads: they inherit no actor, so nothing traps.
  func show(_ readings: Signal<Int, Never>) -> Disposable {
    readings
      .deliver(on: .queue(name: "client.background"))
      .map { value in "\(value)°" }
      .filter { text in !text.isEmpty }
      .scan("") { $0 + $1 }
      .flatMapLatest { text in Signal([text]) }
      .subscribe { self.shown.append($0) }
  }

  /// Binds a property of the model to a stream that sends on a queue.
  func bindLabel(to stream: Signal<String, Never>) { bind(\.label, of: self, to: stream) }

  /// The body of a stream written in this method runs on the main actor.
  func forecasts() -> Signal<Int, Never> {
    Signal {
      MainActor.assertIsolated()
      self.refreshCount += 1
      await Task.yield()
      MainActor.assertIsolated()
      return self.refreshCount
    }
  }

  /// A loop on the main actor over values from any thread.
  func follow(_ readings: Signal<Int, Never>) async -> Int {
    var sum = 0
    for await value in readings.values(buffering: .unbounded) {
      MainActor.assertIsolated()
      sum += value
    }
    return sum
  }
}

/// A Sendable view of the actor, for closures that must not capture the actor.
struct Weather: Sendable {
  let station: Station

  func now() async throws(WeatherError) -> Int { try await station.read() }
}

extension Signal {
  /// The same values sent on a queue, as by a background stream.
  func inBackground() -> Signal { deliver(on: .queue(name: "client.source")) }
}
