/// The reason why a stream did not have exactly one value.
public enum SingleFailure<Failure: Error>: Error {
  /// The stream completed without a value.
  case noValue
  /// The stream had a second value.
  case severalValues
  /// The stream failed.
  case source(Failure)
  /// The waiting task was cancelled. Streams do not fail with this.
  case cancelled
}

extension SingleFailure: Equatable where Failure: Equatable {}

extension SingleFailure: CustomStringConvertible {
  /// The mistake and its remedy.
  public var description: String {
    switch self {
    case .noValue: "The stream completed without a value, but one was expected. Send one before it completes."
    case .severalValues:
      "The stream sent a second value, but only one was expected. Use `first` if the others do not matter."
    case .source(let failure): "The stream failed with \(failure)."
    case .cancelled: "The task that awaited the value was cancelled. Await it in a task that is not cancelled."
    }
  }
}
