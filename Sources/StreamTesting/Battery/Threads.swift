import StreamPrimitives

/// Runs a function on a new thread with a stack of the given size, and waits for it.
///
/// Recursion as deep as the number of values overflows this stack long before that of the main thread. Test code that
/// must work on any thread with it.
///
/// - Precondition: `bytes` is at least the system's minimum for a stack (16 KiB on Linux), in whole pages on Apple
///   platforms.
public func withSmallStack<Result: Sendable>(
  bytes: Int = 512 * 1024, _ body: @escaping @Sendable () -> Result
) -> Result {
  let result = Lock<Result?>(nil)
  SystemThread(stack: bytes) {
    let value = body()
    result.withLock { $0 = value }
  }.join()
  guard let value = result.withLock({ $0 }) else { fatalError("The thread has returned without a result.") }
  return value
}

/// Runs `body` on several threads concurrently, and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let threads = (0..<count).map { index in SystemThread(stack: 512 * 1024) { body(index) } }
  for thread in threads { thread.join() }
}

/// Blocks this thread until a condition holds, for at most half a minute.
func waitUntil(_ condition: () -> Bool) -> Bool {
  for _ in 0..<30_000 {
    if condition() { return true }
    blockThread(seconds: 0, nanoseconds: 1_000_000)
  }
  return condition()
}
