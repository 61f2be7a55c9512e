import Rill

struct WeatherError: Error {}

struct Person: Sendable {
  var name: String
}

@MainActor final class Account {
  @Observed var email = ""
  lazy var subscribe = Command { (email: String) async throws(WeatherError) in "Thanks, \(email)" }
}

actor Directory {
  func lookUp(_ text: String) {}
  func permits(_ file: Int) -> Bool { true }
  func results(for text: String) -> Signal<String, WeatherError> { .fail(WeatherError()) }
  func cached() -> String { "cached" }
  func renewSession() {}
}

actor Station {
  nonisolated let readings = AsyncStream<Int> { $0.finish() }
  func read() async throws(WeatherError) -> Int { 21 }
  func report() -> String { "Turku" }
}

typealias Reading = Int

@MainActor let model = Account()
let email = "ada@example.org"
let directory = Directory()
let station = Station()
let samples = Signal(1...25)
let people = Signal([Person(name: "Ada")])
let query = Subject<String, Never>()
let files = Signal([1, 2, 3])
let subject = Subject<Int, Never>()
let measurements = 0..<100

func render(_ file: Int) async -> String { "picture \(file)" }
