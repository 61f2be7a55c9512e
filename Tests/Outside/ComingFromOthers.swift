import Rill

struct Offline: Error {}

struct API: Sendable {
  func find(_ text: String) -> Signal<[String], Offline> { .just([text]) }
}

let api = API()
let label = MutableProperty("")
