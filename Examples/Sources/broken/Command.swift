import Rill

/// Sends the form once its text is long enough.
@MainActor
func sendForm() async {
  let text = MutableProperty("")
  let isLongEnough = Property { text.value.count > 20 }
  let send = Command<String, String, Never>(enabledIf: isLongEnough) { text in .just("sent: \(text)") }
  send.values.subscribe { print($0) }

  text.value = "a short note"
  send.execute(text.value)

  await pause()
}
