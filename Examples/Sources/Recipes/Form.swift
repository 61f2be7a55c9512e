import Rill

/// A form of three fields. Each reports its own problem, and the button is enabled when there is none.
@MainActor
final class RegistrationForm {
  enum Problem: Error { case tooShort, different, taken }

  let name: ValidatingProperty<String, Problem>
  let password: ValidatingProperty<String, Problem>
  let again: ValidatingProperty<String, Problem>

  /// Executed with the valid values: `register.execute((name, password))`.
  private(set) lazy var register = Command(self, enabledIf: allValid(name, password, again)) {
    (form, name: String, password: String) async in
    await form.send(name, password)
  }

  private let send: (String, String) async -> Void

  init(
    pause: Duration = .milliseconds(300), on scheduler: some Scheduler = .main,
    isFree: @escaping @Sendable (String) async -> Bool, send: @escaping (String, String) async -> Void
  ) {
    self.send = send
    name = ValidatingProperty("") { $0.count < 3 ? .invalid(.tooShort) : .valid }
      .checking { name in
        Signal.timer(after: pause, on: scheduler)
          .then { Signal { () async in await isFree(name) } }
          .map { $0 ? .valid : .invalid(.taken) }
      }
    password = ValidatingProperty("") { $0.count < 8 ? .invalid(.tooShort) : .valid }
    again = ValidatingProperty("", with: password.input) { $0 == $1 ? .valid : .invalid(.different) }
  }
}
