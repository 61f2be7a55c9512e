import Bindings

@MainActor final class Model {
  @Observed var email = ""
  @Observed var status = ""
}
let model = Model()
let field = MutableProperty("ada")
field <~> channel(\.email, of: model)
bind(\.status, of: model, to: model.$email.map { "Hello, \($0)" })
field.value = "grace"
precondition(model.email == "grace" && model.status == "Hello, grace")
print("Bindings: \(model.status)")
