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
