// What `print` and `dump` say of commands and their executions.

extension Command: CustomStringConvertible, CustomReflectable {
  /// What is true now, as in `Command(enabled, 1 executing)`.
  public var description: String {
    "Command(\(isEnabled ? "enabled" : "disabled"), \(executionsInFlight.value) executing)"
  }

  /// What is true now.
  public var customMirror: Mirror {
    Mirror(self, children: ["isEnabled": isEnabled, "executionsInFlight": executionsInFlight.value, "policy": policy])
  }
}

extension Execution: CustomStringConvertible {
  /// Whether it has ended, as in `Execution(active)`.
  public var description: String { "Execution(\(isActive ? "active" : "ended"))" }
}

extension CurrentValue: CustomStringConvertible {
  /// The value, as in `CurrentValue(true)`.
  public var description: String { "CurrentValue(\(value))" }
}
