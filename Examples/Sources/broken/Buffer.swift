import Rill

/// Adds up a hundred samples: the sum should be 4950.
@MainActor
func addSamples() async {
  let samples = Subject<Int, Never>()
  let sum = MutableProperty(0)
  let adding =
    samples
    .deliver(on: .queue(), buffering: .newest(10))
    .subscribe { sample in sum.modify { $0 += sample } }

  for sample in 0..<100 { samples.send(sample) }

  await pause()
  adding.dispose()
  print("The sum is \(sum.value).")
}
