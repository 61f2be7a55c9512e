import Rill
@testable import StreamCore
import Synchronization

@MainActor class World {}

typealias Reading = Int
typealias A = Int
typealias B = String

struct Offline: Error {}

@MainActor final class Model {
  @Observed var email = ""
  let subscribe = Command<String, String, Offline> { .just($0) }
}

struct Device: Sendable {
  func start(_ tell: @Sendable (Reading) -> Void) -> Disposable {
    tell(1)
    return Disposable {}
  }
}

@MainActor let model = Model()
let pages: Signal<String, Offline> = .just("")
let readings = Subject<Reading, Never>()
let device = Device()
let query = Subject<String, Never>()
let path = "notes.db"

struct Database: Sendable {
  init(_ path: String) throws {}
  func rows(of query: Subject<String, Never>) -> Signal<String, any Error> { .empty }
  func close() {}
}

let email = ""
let naturals = LazyStream.unfold(0) { $0 }

let once = Once()
@MainActor var value = 0

func compute() -> Int { 1 }
