/// Why an execution did not complete.
public enum CommandError<Failure: Error>: Error {
  /// The command was not enabled when it was executed; the work did not begin.
  case notEnabled

  /// The execution was cancelled.
  case cancelled

  /// The work failed.
  case failed(Failure)
}

extension CommandError: Equatable where Failure: Equatable {}
extension CommandError: Hashable where Failure: Hashable {}
