import Dispatch

/// Runs an asynchronous function in a task, and waits for its result.
func waiting(for work: @escaping @Sendable () async -> Int) -> Int {
  sending({}, receivedBy: work)
}

/// Sends on this thread while a task receives, and waits for the result of the task.
func sending(_ send: () -> Void, receivedBy work: @escaping @Sendable () async -> Int) -> Int {
  let total = Total()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    total.add(await work())
    done.signal()
  }
  send()
  done.wait()
  return total.value
}
