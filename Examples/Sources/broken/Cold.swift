import Rill

/// Asks the server once, and shows the answer in the title and in the list.
@MainActor
func showAnswer() async {
  let answer = Signal<String, Never> { observer in
    print("A request is sent.")
    observer.send("three messages")
    observer.complete()
    return Disposable {}
  }

  answer.subscribe { print("The title is “\($0)”.") }
  answer.map { "\($0), the newest first" }.subscribe { print("The list is “\($0)”.") }

  await pause()
}
