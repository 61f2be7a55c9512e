// The text that `print` and `dump` show for commands and their executions.

extension Command: CustomStringConvertible, CustomReflectable {
  /// The state of the command, as in `Command(enabled, 1 executing)`.
  public var description: String {
    let facts = facts
    return "Command(\(facts.isEnabled ? "enabled" : "disabled"), \(facts.executionsInFlight) executing)"
  }

  /// The state of the command.
  public var customMirror: Mirror {
    let facts = facts
    return Mirror(
      self,
      children: [
        "isEnabled": facts.isEnabled, "executionsInFlight": facts.executionsInFlight, "policy": facts.policy,
      ])
  }
}

extension Execution: CustomStringConvertible {
  /// Whether it has ended, as in `Execution(active)`.
  public var description: String { "Execution(\(isActive ? "active" : "ended"))" }
}
