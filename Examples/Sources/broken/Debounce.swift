import Rill

/// Saves the document when it has not changed for a minute.
@MainActor
func saveDocument() async {
  let changes = Subject<String, Never>()
  changes
    .debounce(for: .seconds(60))
    .subscribe { print("Saved after: \($0).") }

  // The time in the footer is part of the document.
  Signal.interval(every: .milliseconds(20)).subscribe { changes.send("time \($0)") }
  changes.send("a word")

  await pause(400)
}
