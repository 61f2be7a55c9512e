import Foundation
import Rill

enum ServiceError: Error { case unknown }

struct MailingList: Sendable {
  func subscribe(_ email: String) async throws(ServiceError) {}
}

extension String {
  var isPlausibleEmail: Bool { contains("@") }
}

@MainActor final class Spinner {
  var isVisible = false
}

@MainActor final class Bar {
  var fraction = 0.0
}

@MainActor let model = SignUpModel(service: MailingList())
@MainActor let spinner = Spinner()
@MainActor let bar = Bar()

@MainActor func show(_ line: some Sendable) {}

enum Step: Sendable { case started, succeeded }
enum LogInError: Error { case wrongPassword }

struct Server: Sendable {
  func logIn(with password: String) -> Signal<Step, LogInError> { .just(.succeeded) }
}

@MainActor final class Account {
  @Observed var canLogIn = true
}

@MainActor let account = Account()
let server = Server()

struct File: Sendable {}
struct LoadError: Error {}

func load(_ file: File, told: @Sendable (Double) -> Void) async throws(LoadError) -> Data {
  told(1)
  return Data()
}

@MainActor final class Form: Sendable {
  nonisolated let isValid = MutableProperty(true)
}

let form = Form()
