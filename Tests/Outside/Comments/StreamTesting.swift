import Rill
import StreamTesting
import Testing

@MainActor class World {
  let cart = Cart()
  let recording = recorded {}

  func signUp() throws {}
}

struct Service: Sendable {
  static let stub = Service()
}

@MainActor final class SignUpModel {
  @Observed var email = ""
  let subscribe = Command { (email: String) async in }

  init(service: Service) {}
}

@MainActor final class Cart {
  @Observed var price = 1
  @Observed var note = ""
}

struct Model: Sendable {
  func load(clock: some Clock<Duration>) async throws -> String {
    try await clock.sleep(for: .seconds(1))
    return "loaded"
  }
}

let model = Model()
let time = TestScheduler()
let stream = Signal([1, 2])
let source = Subject<String, Never>()
let subject = Subject<Probed, Never>()
