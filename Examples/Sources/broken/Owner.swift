import Rill

@MainActor
private final class Label {
  var text = "" { didSet { print("The label shows “\(text)”.") } }
}

/// Shows each message in a label.
@MainActor
func showMessages() async {
  let messages = Subject<String, Never>()

  func makeLabel() {
    let label = Label()
    messages.subscribe(with: label) { label, text in label.text = text }
  }

  makeLabel()
  messages.send("hello")
  messages.send("good evening")

  await pause()
}
