import Observation
import Rill
import UIKit

/// The model of a screen, independent of views.
@MainActor final class SignUpModel: Observable {
  enum Refused: Error { case taken }

  @Observed var email = ""
  @Observed private(set) var status = ""

  private(set) lazy var subscribe = Command(self, enabledIf: $email.map { $0.contains("@") }) {
    (model, email: String) throws(Refused) in
    if email.hasPrefix("taken") { throw .taken }
  }

  init() {
    bind(
      \.status, of: self,
      to: merge(subscribe.completions.map { "Thanks" }, subscribe.errors.map { "Error: \($0)" }))
  }
}

/// The screen: a field bound in both directions, a button with a command, a label bound in one direction.
@MainActor final class SignUpScreen {
  let field = UITextField()
  let button = UIButton()
  let label = UILabel()

  init(_ model: SignUpModel) {
    field.channel(\.text) <~> model.channel(\.email)
    button.bind(model.subscribe) { model.email }
    bind(\.text, of: label, to: model.$status)
  }
}
