import Measuring
import Testing

/// Other tests allocate meanwhile, so only what must be there at least is asked for.
@Suite(.enabled(if: Allocations.canBeCounted)) struct AllocationsTests {
  final class Node { var next: Node? }

  @Test func everyObjectIsCounted() {
    var kept: [Node] = []
    let allocations = Allocations.during {
      for _ in 0..<1_000 { kept.append(Node()) }
    }
    #expect(allocations.count >= 1_000)
    #expect(kept.count == 1_000)
  }
}
