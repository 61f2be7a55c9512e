/// The reason why an execution did not complete, or did not return the one value that was awaited.
public enum CommandError<Failure: Error>: Error {
  /// The command was not enabled when it was executed; the work did not begin.
  case notEnabled

  /// The execution was cancelled, or the task that awaited its value was.
  case cancelled

  /// The work failed.
  case failed(Failure)

  /// The work completed without the value that was awaited. No stream fails with this error or ``severalValues``.
  case noValue

  /// The work sent a second value where one was awaited.
  case severalValues

  /// The same error with the type of the failure, where that is known.
  init(_ error: CommandError<any Error>) {
    switch error {
    case .notEnabled: self = .notEnabled
    case .cancelled: self = .cancelled
    case .failed(let failure): self = .failed(failure as! Failure)
    case .noValue: self = .noValue
    case .severalValues: self = .severalValues
    }
  }
}

extension CommandError {
  /// Whether this is the given error, a case without a failure: `error == .notEnabled`.
  ///
  /// The type of the failure need not be `Equatable`.
  @_disfavoredOverload
  public static func == (error: CommandError, other: CommandError<Never>) -> Bool {
    switch (error, other) {
    case (.notEnabled, .notEnabled), (.cancelled, .cancelled), (.noValue, .noValue), (.severalValues, .severalValues):
      true
    case (.notEnabled, _), (.cancelled, _), (.failed, _), (.noValue, _), (.severalValues, _): false
    }
  }

  /// Whether this is not the given error: see ``==(_:_:)``.
  @_disfavoredOverload
  public static func != (error: CommandError, other: CommandError<Never>) -> Bool { !(error == other) }
}

extension CommandError: Equatable where Failure: Equatable {}
extension CommandError: Hashable where Failure: Hashable {}

extension CommandError: CustomStringConvertible {
  /// The mistake and its remedy.
  public var description: String {
    switch self {
    case .notEnabled:
      "The command was not enabled, so its work did not begin. Execute it while `isEnabled` is true."
    case .cancelled: "The execution was cancelled. Execute the command again if its result is needed."
    case .failed(let failure): "The work of the command failed with \(failure)."
    case .noValue:
      "The work of the command completed without a value. Send one, or do not await the value of this command."
    case .severalValues:
      "The work of the command sent a second value. Send one, or subscribe to the execution for all of them."
    }
  }
}
