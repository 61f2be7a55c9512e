public import Operators

/// When a ``Resource`` is loaded again, besides for a new question and on request.
public struct ResourcePolicy<Failure: Error>: Sendable {
  let staleAfter: Duration?
  let poll: Duration?
  let retry: RetryPolicy<Failure>?

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - staleAfter: How long an answer is fresh: the first observer to come later has it loaded again. Zero means for
  ///     each first observer, and `nil` never. Negative traps.
  ///   - poll: How often to load again while it is observed. A load that takes longer is not interrupted. `nil` means
  ///     never; less than or equal to zero traps.
  ///   - retry: Whether and when to repeat a load that fails. Without a policy the failure is shown immediately.
  public init(staleAfter: Duration? = .zero, poll: Duration? = nil, retry: RetryPolicy<Failure>? = nil) {
    if let staleAfter, staleAfter < .zero {
      fatalError("`ResourcePolicy(staleAfter:)` needs 0 or more, got \(staleAfter).")
    }
    if let poll, poll <= .zero { fatalError("`ResourcePolicy(poll:)` needs more than 0, got \(poll).") }
    (self.staleAfter, self.poll, self.retry) = (staleAfter, poll, retry)
  }
}
