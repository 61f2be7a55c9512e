import Observation
import Rill

@MainActor final class Profile: Observable {
  @Observed var name = "Ada"
  @Observed var email = ""
  @Observed private(set) var status = "new"
}

@MainActor final class Title {
  var text = ""
  var subtitle = ""
}

struct NotANumber: Error {
  static func parse(_ text: String) throws(NotANumber) -> Int {
    guard let number = Int(text) else { throw NotANumber() }
    return number
  }
}

@MainActor let profile = Profile()
let volume = MutableProperty(3)
