import Rill

/// Counts how often the button is tapped: three times.
@MainActor
func countTaps() async {
  let taps = Subject<Void, Never>()
  let names =
    taps
    .map { "tapped" }
    .distinctUntilChanged()
  var count = 0
  let counting = names.subscribe { _ in count += 1 }

  for _ in 1...3 { taps.send(()) }

  await pause()
  counting.dispose()
  print("Tapped \(count) times.")
}
