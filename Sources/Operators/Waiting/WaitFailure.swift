/// Why there was nothing to wait for.
public enum WaitFailure<Failure: Error>: Error {
  /// The stream failed.
  case failed(Failure)
  /// The time was over. On the main actor that is what happens when the stream needs the main actor, which was waiting.
  case overdue(after: Duration, onMainActor: Bool)
  /// The stream can neither send nor end any more: nothing has a hold of it.
  case abandoned
}

extension WaitFailure: Equatable where Failure: Equatable {}

extension WaitFailure: CustomStringConvertible {
  /// What happened, and what is most likely wrong.
  public var description: String {
    switch self {
    case .failed(let failure): "The stream failed with \(failure)."
    case .overdue(let time, false): "The stream was not done within \(time)."
    case .overdue(let time, true):
      """
      The stream was not done within \(time), and it was the main actor that waited. If the stream delivers on the \
      main actor it waited for itself: wait on another thread, or use `await`.
      """
    case .abandoned: "The stream can neither send nor end any more: nothing has a hold of it."
    }
  }
}
