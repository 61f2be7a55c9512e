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
let problem = Label()

struct Card: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  let title: String
}

enum BoardError: Error, Codable { case full }

struct Model: Sendable {
  let online = MutableProperty(1)
  let cards = ObservableList<Card>()
  func add(_ card: Card, key: String) async throws(BoardError) -> Nothing { Nothing() }
}

struct Address: WireTransport {
  func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> { .never }
}

final class Accepted: WireConnection {
  var received: Signal<[UInt8], Never> { .empty }
  func receive() {}
  func send(_ message: [UInt8], accepted: @escaping @Sendable () -> Void) {}
  func refuse(_ reason: String) {}
}

struct Listener: Sendable {
  let connections = Subject<Accepted, Never>()
}

let model = Model()
let listener = Listener()
let address = Address()
let label = Label()
