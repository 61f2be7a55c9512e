import Rill
import Testing

/// The code of the README, as it stands there.
@MainActor final class SignUp {
  @Observed var email = ""
  @Observed private(set) var status = ""
  lazy var subscribe = Command(enabledIf: $email.map { $0.contains("@") }) { (email: String) -> Signal<String, Never> in
    .just("Thanks, \(email)")
  }
  init() { bind(\.status, of: self, to: subscribe.values) }
}

@MainActor @Suite struct ReadmeTests {
  @Test func theFirstLinesDoWhatTheySay() {
    var printed: [String] = []
    func print(_ line: String) { printed.append(line) }

    let model = SignUp()
    let field = MutableProperty("ada@example.org")
    channel(\.email, of: model) <~> field
    model.$status.subscribe { print($0) }
    model.subscribe.execute(model.email)

    #expect(printed == ["", "Thanks, ada@example.org"])
  }
}
