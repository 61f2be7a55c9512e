import StreamCore
import StreamTracing

// What a recording adds to commands. Nothing here is reached unless somebody records.
extension CommandCore {
  private var node: TraceNode? { TraceNode.of(TraceKey(self)) }

  /// What is attached by `body` sends to the command.
  func recordAttaching<Result>(_ body: () -> Result) -> Result {
    guard Trace.isOn, let node else { return body() }
    return node.attaching(body)
  }

  /// A stream of what the command tells.
  func recordTelling() {
    if Trace.isOn, let node, let target = TraceNode.attaching { node.link(to: target) }
  }

  /// An execution was refused, or waits.
  func noteAccepted(_ execution: ExecutionCore, isRefused: Bool) {
    let (holds, policy, isWaiting) = state.withLock { ($0.conditionHolds, $0.policy, execution.stage == .waiting) }
    if isRefused {
      node?.record(
        .refused, holds ? "its policy is \(policy)" : "its condition does not hold", run: execution.number)
    } else if isWaiting {
      node?.record(.queued, execution.input, run: execution.number)
    }
  }

  /// The work begins; what it does follows from that, and what it attaches sends to the command.
  func recordBeginning(of execution: ExecutionCore, _ body: () -> Void) {
    guard let node else { return body() }
    let handling = node.begin(.began, execution.input, run: execution.number)
    node.attaching(body)
    handling.end()
  }

  /// An execution is over; one that was refused never was.
  func noteEnded(_ execution: ExecutionCore) {
    switch execution.end {
    case .completed: node?.record(.ended, "completed", run: execution.number)
    case .failed(.cancelled): node?.record(.ended, "cancelled", run: execution.number)
    case .failed(.notEnabled), nil: break
    case .failed(let failure): node?.record(.ended, "failed: \(traceText(of: failure) ?? "")", run: execution.number)
    }
  }
}
