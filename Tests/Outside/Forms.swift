import Rill

@MainActor final class Profile {
  @Observed var name = "Ada"
}

struct Directory: Sendable {
  func isFree(_ name: String) async -> Bool { name != "Ada" }
  func add(_ name: String) -> Signal<String, Never> { .just(name) }
}

let directory = Directory()
@MainActor let profile = Profile()
