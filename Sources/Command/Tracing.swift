import StreamCore
import StreamTracing

// The part of commands that is needed for recordings only.

extension CallSite {
  /// The call that makes a command, which gets the name of the call's variable.
  static func ofCommand(_ fileID: StaticString, _ line: UInt, _ function: StaticString) -> CallSite {
    CallSite(fileID, line).naming(.command, by: function)
  }
}

extension CommandCore {
  private var node: TraceNode? { TraceNode.of(TraceKey(self)) }

  /// Records that the streams which `body` attaches send to the command.
  func recordAttaching<Result>(_ body: () -> Result) -> Result {
    guard Trace.isOn, let node else { return body() }
    return node.attaching(body)
  }

  /// Records that the command sends to an observer.
  func recordObserver() {
    if Trace.isOn, let node, let target = TraceNode.attaching { node.link(to: target) }
  }

  /// Names the property of the command that is made next.
  func recordName(of property: StaticString) {
    if Trace.isOnHere { callSite.name(.property, "\(node?.name ?? "Command").\(property)") }
  }

  /// Records that an execution was refused, or waits.
  func recordAccepted(_ execution: ExecutionCore, isRefused: Bool) {
    let (holds, policy, isWaiting) = state.withLock { ($0.conditionHolds, $0.policy, execution.stage == .waiting) }
    if isRefused {
      node?.record(
        .refused, holds ? "its policy is \(policy)" : "its condition does not hold", run: execution.number,
        isCalled: true)
    } else if isWaiting {
      node?.record(.queued, execution.input, run: execution.number, isCalled: true)
    }
  }

  /// Records that the work begins. Its effects follow from that, and the streams that it attaches send to the command.
  func recordBeginning(of execution: ExecutionCore, _ body: () -> Void) {
    if RunCount.isOpen { RunCount.add(node?.label ?? "Command (\(callSite))") }
    guard let node else { return body() }
    let handling = node.begin(.began, execution.input, run: execution.number)
    node.attaching(body)
    handling.end()
  }

  /// Records that an execution has ended, unless it was refused.
  func recordEnd(_ execution: ExecutionCore) {
    switch execution.end {
    case .completed: node?.record(.ended, "completed", run: execution.number)
    case .failed(.cancelled): node?.record(.ended, "cancelled", run: execution.number, isCalled: true)
    case .failed(.notEnabled), nil: break
    case .failed(let failure): node?.record(.ended, "failed: \(traceText(of: failure) ?? "")", run: execution.number)
    }
  }
}
