import StreamPrimitives

/// Calls that would go on inside each other without end (subjects that feed each other, releases of which one causes
/// the next): so many may on one thread, and what comes then waits until the outermost has returned.
package enum DepthLimit {
  /// A forwarder takes about two kilobytes of stack in a debug build, without the operators before it.
  private static let limit = 32

  /// The calls of one thread.
  private final class Calls {
    var depth = 0
    var waiting = Queue<() -> Void>()
  }

  private static let local = ThreadLocal(retained: true)

  /// Does something now, and then what waits if this is the outermost.
  ///
  /// - Returns: `false` if too much is going on already; then it was not done.
  package static func tryRun(_ work: () -> Void) -> Bool {
    let calls = ofThisThread
    guard calls.depth < limit else { return false }
    calls.depth += 1
    work()
    if calls.depth == 1 {
      while let next = calls.waiting.popFirst() { next() }
    }
    calls.depth -= 1
    return true
  }

  /// Does something when the outermost that is going on on this thread has returned; now if there is none.
  package static func enqueue(_ work: @escaping () -> Void) {
    let calls = ofThisThread
    if calls.depth == 0 { _ = tryRun(work) } else { calls.waiting.append(work) }
  }

  private static var ofThisThread: Calls {
    if let place = local.pointer { return Unmanaged<Calls>.fromOpaque(place).takeUnretainedValue() }
    let calls = Calls()
    local.pointer = Unmanaged.passRetained(calls).toOpaque()
    return calls
  }
}
