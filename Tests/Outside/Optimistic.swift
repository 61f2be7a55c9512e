import Rill

struct WeatherError: Error {}
struct RequestError: Error {}

struct User: Sendable {
  var name = "Ada"
}

struct Post: Sendable, Equatable {
  let id: Int
  var text: String
}

struct Server: Sendable {
  func user(_ id: Int) async throws(RequestError) -> User { User() }
  func like() async throws(RequestError) -> Int { 11 }
  func save(_ post: Post) async throws(RequestError) {}
}

let server = Server()

func weather(at city: String) async throws(WeatherError) -> String { "sun in \(city)" }
