import Foundation
import Observation
import Rill

extension Notification.Name { static let documentSaved = Notification.Name("documentSaved") }

let launches = MutableProperty(0)
@MainActor let defaults = UserDefaults.standard
let url = URL(filePath: "/index.html")

@MainActor final class Profile: Observable {
  @Observed var name = "Ada"
  @Observed var email = ""
  @Observed private(set) var status = "new"
}

@MainActor let profile = Profile()
