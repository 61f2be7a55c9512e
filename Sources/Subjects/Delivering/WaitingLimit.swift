import StreamCore
public import StreamPrimitives
import StreamTracing

/// The bound of the values that are queued at a subject's gate: a counter, without a lock.
@usableFromInline
package final class WaitingLimit<Failure: Error>: Sendable {
  @usableFromInline let limit: Int

  /// The number of queued values.
  @usableFromInline let waiting = Atomic(0)
  private let drops: DropCount?
  private let failure: Failure?
  private let hasFailed = Atomic(false)

  /// A bound that drops the values beyond it, or ends the subject with a failure at the first of them.
  init(_ limit: Int, drops: DropCount? = nil, failure: Failure? = nil) {
    if limit <= 0 { fatalError("A subject's `limit` needs to be 1 or more, got \(limit).") }
    self.limit = limit
    self.drops = drops
    self.failure = failure
  }

  /// Counts a value that is about to be queued.
  ///
  /// - Returns: `false` if the queue is full; then the value is not counted.
  @inlinable
  func reserve() -> Bool {
    var count = waiting.load(ordering: .relaxed)
    while count < limit {
      let (isCounted, other) = waiting.weakCompareExchange(expected: count, desired: count + 1, ordering: .relaxed)
      if isCounted { return true }
      count = other
    }
    return false
  }

  /// Subtracts a value that has left the queue.
  @inlinable
  func release() { waiting.subtract(1, ordering: .relaxed) }

  /// Counts and records a value that found the queue full.
  ///
  /// - Returns: On the first call, the failure that ends the subject, if it has one.
  @usableFromInline
  func overflow() -> Failure? {
    drops?.add()
    if Trace.isOn { TraceNode.recordHere(.dropped, "the queue of \(limit) is full") }
    guard let failure, !hasFailed.exchange(true, ordering: .relaxed) else { return nil }
    return failure
  }
}
