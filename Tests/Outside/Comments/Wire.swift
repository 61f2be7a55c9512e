import Foundation
import Rill

/// The members of a model beside those in the block.
@MainActor class World {}

enum RequestError: Error { case offline }
enum BoardError: Error, Codable { case full }

struct Order: Sendable {}
struct Receipt: Sendable {}

struct Card: Codable, Equatable, Identifiable, Sendable {
  var id = 1
  var isDone = false
}

struct Shop: Sendable {
  typealias Orders = Outbox<Order, Receipt, RequestError>

  func send(_ entries: [Orders.Entry]) -> Signal<Orders.Acknowledgement, RequestError> { .never }
}

final class Accepted: WireConnection {
  var received: Signal<[UInt8], Never> { .never }
  func receive() {}
  func send(_ message: [UInt8], accepted: @escaping @Sendable () -> Void) {}
  func refuse(_ reason: String) {}
}

struct Server: WireTransport {
  let connections = Subject<Accepted, Never>()

  func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> { .never }
  func news(after position: Int?) -> Signal<FeedMessage<[String], String, Int>, RequestError> { .never }
}

struct Store: Sendable {
  func add(_ card: Card, key: String) async throws(BoardError) -> Nothing { Nothing() }
}

@MainActor final class Label { let text = MutableProperty("") }

let connection = Shop()
let folder = FileManager.default.temporaryDirectory
let order = Order()
let server = Server()
let news = resuming(retrying: .immediate(), on: .main) { (position: Int?) in server.news(after: position) }
let store = Store()
let card = Card()
let count = MutableProperty(0)
let cards = ObservableList<Card>()
@MainActor let label = Label()
