import Rill

private enum SearchError: Error { case notALetter }

/// Finds each text that is typed; one that cannot be found shows a message, and the next is found again.
@MainActor
func search() async {
  @Sendable func find(_ text: String) -> Signal<String, SearchError> {
    text.allSatisfy(\.isLetter) ? .just("found \(text)") : .fail(.notALetter)
  }
  let typed = Subject<String, Never>()
  typed
    .promoteFailure(to: SearchError.self)
    .flatMapLatest { find($0) }
    .subscribe(next: { print($0) }, failed: { print("Not found: \($0).") })

  typed.send("swift")
  typed.send("c++")
  typed.send("zig")

  await pause()
}
