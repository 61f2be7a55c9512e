import Dispatch
import Foundation
import StreamRuntime

/// Runs `body` on another thread, and waits for it.
public func elsewhere(_ body: @escaping @Sendable () -> Void) {
  let isOver = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    isOver.signal()
  }
  isOver.wait()
}

/// Runs `body` on another thread with half a megabyte of stack, and waits for its result.
@discardableResult
public func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  let result = Lock<Result?>(nil)
  let isOver = DispatchSemaphore(value: 0)
  let thread = Thread {
    let made = body()
    result.withLock { $0 = made }
    isOver.signal()
  }
  thread.stackSize = 512 * 1024
  thread.start()
  isOver.wait()
  return result.withLock { $0! }
}
