import StreamPrimitives

/// Runs a function on a thread of its own with a stack of the given size, and waits for it.
///
/// Where recursion is as deep as the number of values, the process crashes here long before it does on the main thread:
/// what is to work on every thread is tried on a small one.
///
/// - Precondition: `bytes` is at least what the system asks of a stack (16 KiB on Linux), in whole pages on Apple
///   platforms.
public func withSmallStack<Result: Sendable>(
  bytes: Int = 512 * 1024, _ body: @escaping @Sendable () -> Result
) -> Result {
  let result = Lock<Result?>(nil)
  SystemThread(stack: bytes) {
    let value = body()
    result.withLock { $0 = value }
  }.join()
  guard let value = result.withLock({ $0 }) else { preconditionFailure("The thread ended without a result.") }
  return value
}

/// Runs `body` on several threads at once, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let threads = (0..<count).map { index in SystemThread(stack: 512 * 1024) { body(index) } }
  for thread in threads { thread.join() }
}

/// Waits on this thread for what another is about to do; gives up after ten seconds.
func waitUntil(_ condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    blockThread(seconds: 0, nanoseconds: 1_000_000)
  }
  return condition()
}
