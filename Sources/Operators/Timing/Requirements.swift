import StreamCore

extension Scheduler {
  /// Traps for the immediate scheduler: it blocks its caller where others wait.
  func requireDelays(_ caller: StaticString = #function) {
    precondition(
      !(self is ImmediateScheduler), "\(caller) needs a scheduler that can wait, and the immediate one cannot.")
  }
}

extension Duration {
  /// Traps for a negative length of time.
  func requirePositiveOrZero(_ caller: StaticString = #function) {
    precondition(self >= .zero, "A length of time cannot be negative in \(caller), and this is \(self).")
  }
}
