import StreamCore
import StreamTesting
import Testing

/// Terminal event × cancellation × waiting consumer × full buffer, for `values`. Each cell has the values that the loop
/// receives, whether upstream is disposed once, and whether the loop has ended.
@Suite struct ValuesMatrixTests {
  enum Policy: CaseIterable, Sendable {
    case unbounded, newest, oldest, suspending, coalescing

    var policy: BufferPolicy<Int> {
      switch self {
      case .unbounded: .unbounded
      case .newest: .newest(2)
      case .oldest: .oldest(2)
      case .suspending: .suspending(2)
      case .coalescing: .coalescing { $0 * 10 + $1 }
      }
    }

    /// The values left of 1, 2, 3 and 4 when the loop requested none of them meanwhile.
    var overflowing: [Int] {
      switch self {
      case .unbounded, .suspending: [1, 2, 3, 4]
      case .newest: [3, 4]
      case .oldest: [1, 2]
      case .coalescing: [1234]
      }
    }
  }

  struct Cell: Sendable, CustomStringConvertible {
    var policy: Policy
    var ending: Ending
    var cancelling: Cancelling
    var waits: Bool
    var isFull: Bool

    var description: String {
      "\(policy), \(ending), cancelled \(cancelling), \(waits ? "waiting" : "not waiting"), \(isFull ? "full" : "not full")"
    }

    /// The values that the loop receives.
    var expected: Seen {
      let sent = isFull ? [1, 2, 3, 4] : [1]
      let end: Seen.End =
        switch ending {
        case .completes: .end
        case .fails: .failure(Problem())
        case .goesOn: .nothing
        }
      switch (cancelling, waits) {
      // A waiting loop receives every value immediately under every policy: the buffer never overflows.
      case (.never, true), (.afterTheEnd, true):
        return .values(sent, then: end == .nothing && cancelling == .afterTheEnd ? .end : end)
      case (.whileItWaits, true): return .values(sent, then: .end)
      // Otherwise it receives the values that the policy kept, and then the end.
      case (.never, false): return .values(isFull ? policy.overflowing : [1], then: end)
      // A loop cancelled before its request receives no buffered value and no end.
      case (.whileItWaits, false), (.afterTheEnd, false), (.beforeItAsks, _): return .values([], then: .end)
      }
    }
  }

  static var cells: [Cell] {
    var cells: [Cell] = []
    for policy in Policy.allCases {
      for ending in Ending.allCases {
        for cancelling in Cancelling.allCases {
          for (waits, isFull) in [(true, true), (true, false), (false, true), (false, false)] {
            cells.append(
              Cell(policy: policy, ending: ending, cancelling: cancelling, waits: waits, isFull: isFull))
          }
        }
      }
    }
    return cells
  }

  @Test(arguments: cells) func everyCell(_ cell: Cell) {
    let bridge = Bridge()
    bridge.start(cell.policy.policy, asks: cell.waits && cell.cancelling != .beforeItAsks)
    #expect(bridge.hand.subscriptions == 1)
    if cell.cancelling == .beforeItAsks { bridge.cancel() }
    for value in cell.isFull ? [1, 2, 3, 4] : [1] {
      bridge.send([value])
      // Time for a loop that waits; one that does not wait has no use for it.
      bridge.time.advance()
    }
    if cell.cancelling == .whileItWaits { bridge.cancel() }
    bridge.end(cell.ending)
    bridge.time.advance()
    if cell.cancelling == .afterTheEnd { bridge.cancel() }
    bridge.ask()

    #expect(bridge.result == cell.expected)
    let isOver = cell.ending != .goesOn || cell.cancelling != .never
    #expect(bridge.hand.disposals.value == (isOver ? 1 : 0))
    bridge.cancel()
    #expect(bridge.hand.disposals.value == 1)
    #expect(bridge.result != .values([], then: .nothing), "nobody is left waiting")
  }
}
