/// The reason why a wait had no result.
public enum WaitFailure<Failure: Error>: Error {
  /// The stream failed.
  case failed(Failure)
  /// The timeout elapsed. On the main actor, the likely cause is a stream that needs the main actor, which was blocked.
  case overdue(after: Duration, onMainActor: Bool)
  /// The stream can no longer send or complete: it has been released.
  case abandoned
}

extension WaitFailure: Equatable where Failure: Equatable {}

extension WaitFailure: CustomStringConvertible {
  /// A description of the failure and of its most likely cause.
  public var description: String {
    switch self {
    case .failed(let failure): "The stream failed with \(failure)."
    case .overdue(let time, false):
      "The stream did not complete within \(time). Pass a longer `timeout` if it needs one."
    case .overdue(let time, true):
      """
      The stream did not complete within \(time), while the main actor was blocked. If the stream delivers on the \
      main actor, this is a deadlock: wait on another thread, or use `await`.
      """
    case .abandoned:
      "The stream can no longer send or complete: its source was released. Keep the source while you wait."
    }
  }
}
