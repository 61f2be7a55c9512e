import GtkControls
import Rill
import SignUpModel

/// The sign-up screen as a window. Any number of them show one model.
@MainActor final class SignUpWindow {
  let entry = Entry()
  let validity = Label()
  let button = Button("Subscribe")
  let progress = ProgressBar()
  let status = Label()
  let people = ListBox()
  let another = Button("Another window")
  let window: Window

  init(_ model: SignUpModel, _ subscribers: ObservableList<String>, _ open: Command<Void, Never, Never>) {
    window = Window("Sign up", Column([entry, validity, button, progress, status, people, another]))
    // Return in the field clicks the button if it is enabled.
    window.makeDefault(button)
    entry.channel(\.text) <~> channel(\.email, of: model)
    bind(\.text, of: validity, to: model.isValid.map { $0 ? "This could be an address." : "Type an address." })
    button.bind(model.subscribe) { model.email }
    bind(\.isVisible, of: progress, to: model.subscribe.executing)
    bind(\.fraction, of: progress, to: model.subscribe.progress.map { $0 ?? 0 })
    bind(\.text, of: status, to: model.$status)
    people.follow(subscribers.sorted()) { Label($0) }
    another.bind(open)
  }
}
