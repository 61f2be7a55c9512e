import Foundation
import Observation
import Rill

/// The members of a model beside those in the block.
@MainActor class World: Observable {
  @Observed var visits = 0
  @Observed var status = ""
}

struct NotANumber: Error {
  static func parse(_ text: String) throws(NotANumber) -> Int {
    guard let number = Int(text) else { throw NotANumber() }
    return number
  }
}

enum Problem: Error, Sendable {
  case tooShort, different, missing, taken

  var explanation: String { "\(self)" }
}

struct WeatherError: Error {}

func weather(at city: String) async throws(WeatherError) -> String { "sun in \(city)" }

struct Service: Sendable {
  func isFree(_ name: String) async -> Bool { name != "Ada" }
  func signUp() async {}
}

struct Chore: Sendable {
  var isDone: Bool
}

struct Row: Sendable, Equatable {
  let id: Int
}

struct Response: Sendable {
  let rows: [Row]
}

struct Socket: Sendable {
  init(_ address: String) {}
  func close() {}
}

final class Node: Sendable {}

struct Place: Hashable {}
struct Cell: Sendable {}

struct Formula: Sendable {
  func evaluate() -> Cell { Cell() }
}

struct Table: Sendable {
  func reload(with edits: Signal<CollectionChange<String>, Never>) {}
}

@MainActor final class Home {
  @Observed var city = ""
}

@MainActor final class Person {
  @Observed var name = ""
  @Observed var home = Home()
}

@MainActor final class Company {
  @Observed var boss: Person?
}

extension String {
  var isPlausible: Bool { contains("@") }
}

@MainActor final class Model: Observable {
  @Observed var email = ""
  @Observed var age = 0
  @Observed var status = ""
  @Observed var subtitle: String?
  @Observed var first = ""
  @Observed var last = ""
  let count = MutableProperty(0)
  let total = MutableProperty(0)
}

/// A view with properties.
struct Field: Sendable {
  let text = MutableProperty("")
  let position = MutableProperty(0.0)
}

/// A view that is an object, as in toolkits.
@MainActor final class Label {
  var text: String?
}

@MainActor final class Page {
  var title = ""
  let name = MutableProperty("")
  let warning = MutableProperty("")
}

@MainActor let model = Model()
@MainActor let page = Page()
@MainActor let label = Label()
@MainActor let company = Company()
@MainActor let defaults = UserDefaults.standard
let field = Field()
let slider = Field()
let volume = MutableProperty(3)
let service = Service()
let table = Table()
let tasks = ObservableList<Chore>()
let next = Chore(isDone: false)
let rows = ObservableList<Row>()
let response = Response(rows: [])
let result = Validation<String, Problem>.valid("")
let started = Subject<Void, Never>()
let done = Subject<Void, Never>()
let first = MutableProperty("Ada")
let last = MutableProperty("Lovelace")
let name = MutableProperty("Ada")
let userName = MutableProperty<String?>(nil)
let time = MutableProperty(0)
let city = MutableProperty("Rome")
let address = MutableProperty("")
let isMetric = MutableProperty(true)
let celsius = MutableProperty(20)
let fahrenheit = MutableProperty(68)

struct NetworkError: Error {}
struct RequestError: Error {}

struct User: Sendable, Identifiable {
  let id = 7
  let orders = 0
}

struct Posts: Sendable {
  func like() async throws(RequestError) -> Int { 11 }
  func user(_ id: User.ID) async throws(RequestError) -> User { User() }
}

struct Post: Sendable, Identifiable {
  let id: Int
  var likes = 0
}

let server = Posts()
let product = MutableProperty("tea")
let post = MutableProperty(Post(id: 7))
let answer = Post(id: 7)
let postTable = TableProperty([answer])

struct Order: Codable, Sendable, Identifiable, Equatable {
  var id = 7
  var price = 0.0
  var city = "Rome"
}

struct Draft: Sendable {
  var name = ""
}

let orders = ObservableList<Order>()
let quotes: [Order] = []
let minimum = MutableProperty(0.0)
let descending = MutableProperty(true)
let document = MutableProperty(Draft())
let headline = MutableProperty("")
let lines = ObservableList<String>()

struct Receipt: Sendable {}

struct Shop: Sendable {
  typealias Orders = Outbox<Order, Receipt, NetworkError>

  func send(_ entries: [Orders.Entry]) -> Signal<Orders.Acknowledgement, NetworkError> { .never }
}

let connection = Shop()
let folder = FileManager.default.temporaryDirectory
let order = Order()
