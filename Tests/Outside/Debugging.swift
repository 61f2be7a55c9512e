import Rill

@MainActor final class Label: Sendable {
  var text = ""
}

@MainActor final class Model {
  let email = MutableProperty("ada@example.org")
  let subscribe = Command<String, Void, Never> { _ in .just(()) }
}

let typed = Subject<String, Never>()
let prices = Subject<Int, Never>()
let label = Label()
let model = Model()

@Sendable func show(_ text: String) {}
