import Measuring
import Testing

/// Other tests allocate at the same time, so the test checks lower bounds only.
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
