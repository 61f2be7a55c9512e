import StreamPrimitives

/// Bounds the depth of nested calls on a thread, for example of subjects that send to each other.
///
/// A caller that has reached the limit enqueues its work, which runs when the outermost call has returned. While work
/// is queued, later work is queued behind it. So the end of a chain receives values in the order in which they were
/// sent.
@usableFromInline
package enum DepthLimit {
  /// In a debug build each nested forwarder needs about two kilobytes of stack, plus those of the operators before it.
  private static let limit = 32

  /// The calls of one thread.
  private final class Calls {
    var depth = 0
    var queue = Queue<() -> Void>()
  }

  private static let local = ThreadLocal(retained: true)

  /// Runs work now. The outermost call then runs the queued work.
  ///
  /// - Returns: `false` if the limit is reached or work is queued; then the work was not run.
  @usableFromInline
  package static func tryRun(_ work: () -> Void) -> Bool {
    let calls = ofThisThread
    guard calls.depth < limit, calls.queue.isEmpty else { return false }
    calls.depth += 1
    work()
    if calls.depth == 1 {
      while let next = calls.queue.popFirst() { next() }
    }
    calls.depth -= 1
    return true
  }

  /// Runs work when the outermost call of this thread has returned; now if there is none.
  @usableFromInline
  package static func enqueue(_ work: @escaping () -> Void) {
    let calls = ofThisThread
    if calls.depth == 0 { _ = tryRun(work) } else { calls.queue.append(work) }
  }

  private static var ofThisThread: Calls {
    if let calls = local.pointer { return Unmanaged<Calls>.fromOpaque(calls).takeUnretainedValue() }
    let calls = Calls()
    local.pointer = Unmanaged.passRetained(calls).toOpaque()
    return calls
  }
}
