import Rill

/// Greets with the name and the title, whichever of them changes.
@MainActor
func greet() async {
  let name = Subject<String, Never>()
  let title = Subject<String, Never>()
  combineLatest(name, title) { "Dear \($1) \($0)" }
    .subscribe { print($0) }

  name.send("Lovelace")
  name.send("Hopper")

  await pause()
  title.complete()
}
