import StreamTesting
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Compares random chains of operators in Rill with the model.
@Suite struct ModelTests {
  /// Four fixed seeds, and the one in the environment variable `RILL_SEED`.
  static var seeds: [UInt64] {
    let given = getenv("RILL_SEED").flatMap { UInt64(String(cString: $0)) }
    return [1, 20, 300, 4_000] + (given.map { [$0] } ?? [])
  }

  @Test(.long, arguments: seeds) func randomChainsBehaveLikeTheModel(seed: UInt64) {
    var random = Random(state: seed)
    let (model, player) = (Model(), Player())
    for number in 0..<6_000 {
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

  /// Tests the test above: it detects a mistake in an operator, and reduces the chain to that operator.
  @Test(arguments: [
    Name.skip, .takeLast, .debounce, .repeat, .windowCount, .grouped, .tryMap, .retryWaiting, .zipMany, .combineMany,
    .concatMany, .bind, .sampleEvery, .deliverOn, .finally, .duringLifetime,
  ]) func aMistakeIsFound(in name: Name) {
    var random = Random(state: 5)
    let (model, player) = (Model(), Player { $0.name == name ? $0.mistaken : $0 })
    for _ in 0..<5_000 {
      let chain = Chain(&random)
      guard difference(chain, model, player) != nil else { continue }
      let small = shrunk(chain, model, player)
      #expect(small.steps.count <= 2 && "\(small)".contains("\(name)("))
      return
    }
    Issue.record("No chain shows that \(name) is wrong.")
  }

  /// Each operator changes the result of some chain, at least the order of events at one tick.
  @Test func anOperatorThatIsLeftOutIsMissed() {
    // `materialized` is an identity.
    for name in Name.allCases where name != .materialized {
      var random = Random(state: 6)
      let (model, player) = (Model(), Player { $0.name == name ? nil : $0 })
      let isMissed = (0..<5_000).contains { _ in
        let chain = Chain(&random)
        return chain.steps.contains { $0.name == name } && difference(chain, model, player) != nil
      }
      #expect(isMissed, "No chain shows what \(name) does.")
    }
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

  /// Returns the smallest chain found that still differs, by removing one part at a time.
  private func shrunk(_ chain: Chain, _ model: Model, _ player: Player) -> Chain {
    var chain = chain
    while let smaller = chain.smaller.first(where: { difference($0, model, player) != nil }) { chain = smaller }
    return chain
  }
}

extension Chain.Step {
  /// The same step with a number that is one too large.
  fileprivate var mistaken: Chain.Step {
    var copy = self
    copy.n += 1
    return copy
  }
}
