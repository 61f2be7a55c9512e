import Foundation
import Rill

@MainActor final class Title {
  var text = ""
  var subtitle = ""
}

struct NoForecast: Error {}

func weather(at city: String) async throws(NoForecast) -> String { "sun in \(city)" }

struct NotANumber: Error {
  static func parse(_ text: String) throws(NotANumber) -> Int {
    guard let number = Int(text) else { throw NotANumber() }
    return number
  }
}

struct Directory: Sendable {
  func isFree(_ name: String) async -> Bool { name != "Ada" }
  func add(_ name: String) -> Signal<String, Never> { .just(name) }
}

extension Notification.Name { static let documentSaved = Notification.Name("documentSaved") }

let directory = Directory()
let launches = MutableProperty(0)
@MainActor let defaults = UserDefaults.standard
let url = URL(filePath: "/index.html")
let file = URL(filePath: "/lines.txt")
@MainActor let pipe = Pipe()
