import Foundation
import Rill

struct ServiceError: Error {}
struct SearchError: Error {}
struct LoadError: Error {}
struct File: Sendable {}
struct Item: Sendable {}
struct Hit: Sendable {}

struct Service: Sendable {
  func subscribe(_ email: String) async throws(ServiceError) {}
}

struct Index: Sendable {
  func hits(for text: String) -> Signal<[Hit], SearchError> { .just([]) }
}

/// The other members of a model with commands.
@MainActor class World {
  let isValid = Property(constant: true)
  let service = Service()
  let index = Index()
  var attempts = 0
  var searches = 0
  var items: [Item] = []
}

@MainActor final class Model {
  @Observed var email = ""
  let subscribe = Command<String, Void, ServiceError> { _ in .just(()) }
}

@MainActor let model = Model()
let email = ""

func load(_ file: File, told: @Sendable (Double) -> Void) async throws(LoadError) -> Data { Data() }

struct SaveError: Error {}
struct SendError: Error {}
struct Letter: Sendable {}
typealias Edits = [String]

struct Row: Sendable, Identifiable {
  let id = 7
}

struct Server: Sendable {
  func like() async -> Int { 11 }
  func save(_ row: Row) async throws(SaveError) {}
  func save(_ edits: Edits) async throws(SaveError) {}
  func send(_ letter: Letter) async throws(SendError) {}
}

@MainActor final class Alert {
  var question: String?
}

let server = Server()
let row = Row()
let status = MutableProperty("")
let saveText = Command<Void, Void, SaveError> { _ in .empty }
let saveImages = Command<Void, Void, SaveError> { _ in .empty }
let yes = Subject<Void, Never>()
@MainActor let alert = Alert()
