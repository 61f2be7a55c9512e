import Dispatch

/// Runs an asynchronous function in a task, and waits for what it returns.
func waiting(for work: @escaping @Sendable () async -> Int) -> Int {
  let total = Total()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    total.add(await work())
    done.signal()
  }
  done.wait()
  return total.value
}
