import StreamTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random chains of operators, once through Rill and once through the model.
@Suite struct ModelTests {
  /// Four seeds that are always the same, and the one in the environment variable `RILL_SEED`.
  static var seeds: [UInt64] {
    let given = getenv("RILL_SEED").flatMap { UInt64(String(cString: $0)) }
    return [1, 20, 300, 4_000] + (given.map { [$0] } ?? [])
  }

  @Test(arguments: seeds) func randomChainsDoWhatTheModelSays(seed: UInt64) {
    var random = Random(state: seed)
    let (model, player) = (Model(), Player())
    for number in 0..<25_000 {
      let chain = Chain(&random)
      guard difference(chain, model, player) != nil else { continue }
      let small = shrunk(chain, model, player)
      guard let (expected, actual) = difference(small, model, player) else { continue }
      Issue.record(
        """
        Seed \(seed), chain \(number): Rill and the model differ.
          chain   \(chain)
          shrunk  \(small)
          model   \(marbles(expected))
          Rill    \(marbles(actual))
        """)
      return
    }
  }

  /// What the test above is worth: it hears a mistake in an operator, and cuts it down to that.
  @Test(arguments: [Name.skip, .takeLast, .debounce, .repeat, .windowCount, .grouped]) func aMistakeIsFound(
    in name: Name
  ) {
    var random = Random(state: 5)
    let (model, player) = (Model(), Player { $0.name == name ? Chain.Step(name: name, n: $0.n + 1) : $0 })
    for _ in 0..<5_000 {
      let chain = Chain(&random)
      guard difference(chain, model, player) != nil else { continue }
      let small = shrunk(chain, model, player)
      #expect(small.steps.count <= 2 && "\(small)".contains("\(name)("))
      return
    }
    Issue.record("No chain shows that \(name) is wrong.")
  }

  private typealias Timeline = [(tick: Int, event: Said)]

  private func difference(_ chain: Chain, _ model: Model, _ player: Player) -> (Timeline, Timeline)? {
    let (expected, actual) = (model.timeline(chain), player.timeline(chain))
    if expected.count == actual.count {
      var isSame = true
      for index in expected.indices where expected[index] != actual[index] { isSame = false }
      if isSame { return nil }
    }
    return (expected, actual)
  }

  /// The smallest chain found that still differs, leaving out one thing at a time.
  private func shrunk(_ chain: Chain, _ model: Model, _ player: Player) -> Chain {
    var chain = chain
    while let smaller = chain.smaller.first(where: { difference($0, model, player) != nil }) { chain = smaller }
    return chain
  }
}
