#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
  join(
    startThread(stack: bytes) {
      let value = body()
      result.withLock { $0 = value }
    })
  guard let value = result.withLock({ $0 }) else { preconditionFailure("The thread ended without a result.") }
  return value
}

/// Runs `body` on several threads at once, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let threads = (0..<count).map { index in startThread(stack: 512 * 1024) { body(index) } }
  for thread in threads { join(thread) }
}

/// Waits on this thread for what another is about to do; gives up after ten seconds.
func waitUntil(_ condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    usleep(1_000)
  }
  return condition()
}

private final class Start {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func startThread(stack bytes: Int, _ body: @escaping @Sendable () -> Void) -> pthread_t {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  precondition(pthread_attr_setstacksize(&attributes, bytes) == 0, "A stack cannot have \(bytes) bytes.")
  let start = Unmanaged.passRetained(Start(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let status = pthread_create(&thread, &attributes, { run($0) }, start.toOpaque())
  #else
    var thread = pthread_t()
    let status = pthread_create(&thread, &attributes, { run($0!) }, start.toOpaque())
  #endif
  precondition(status == 0, "The system made no thread: error \(status).")
  #if canImport(Darwin)
    return thread!
  #else
    return thread
  #endif
}

private func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
  return nil
}

private func join(_ thread: pthread_t) {
  pthread_join(thread, nil)
}
