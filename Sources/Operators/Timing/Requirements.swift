import StreamCore

extension Scheduler {
  /// Traps for the immediate scheduler, which waits by blocking its caller.
  @usableFromInline
  func requireDelays(_ caller: StaticString = #function) {
    if self is ImmediateScheduler {
      fatalError(
        "\(caller) needs a scheduler that can wait, which `.immediate` cannot. Pass another one, such as `.queue()`.")
    }
  }
}

extension Duration {
  /// Traps for a negative duration.
  package func requirePositiveOrZero(_ caller: StaticString = #function) {
    if self < .zero { fatalError("\(caller) needs a duration of zero or more, got \(self).") }
  }
}
