import Foundation
import Rill

enum NetworkError: Error { case unreachable }

struct Order: Codable, Sendable {
  let tea: Int
}

struct Receipt: Sendable {}

let folder = FileManager.default.temporaryDirectory

struct Server: Sendable {
  func news(after position: Int?) -> Signal<FeedMessage<[String], String, Int>, NetworkError> {
    .just(.snapshot([], at: 0))
  }

  func take(
    _ entries: [Outbox<Order, Receipt, NetworkError>.Entry]
  ) -> Signal<Outbox<Order, Receipt, NetworkError>.Acknowledgement, NetworkError> {
    Signal(entries.map { .init(key: $0.key, answer: Receipt()) }).promoteFailure()
  }
}

@MainActor final class Label { let text = MutableProperty("") }
@MainActor final class Table { let items = MutableProperty<[String]>([]) }

let server = Server()
let list = Table()
let warning = Label()
