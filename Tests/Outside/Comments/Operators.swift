import Rill

@MainActor class World {}

enum RequestError: Error {
  case expired, busy

  var isTemporary: Bool { self == .busy }
}

struct Document: Sendable {
  let name: String
}

struct Session: Sendable {
  func renew() async {}
}

struct Visit: Sendable {
  let session: Int
}

let events = Subject<Visit, Never>()
let request: Signal<String, RequestError> = .just("Ada")
let session = Session()
let isPlaying: Signal<Bool, Never> = .just(true)
let microphone = Subject<Int, Never>()
let line = Subject<Int, Never>()
let drops = DropCount()
