import Dispatch
import Foundation

/// Runs `body` on another thread, and waits for it.
public func elsewhere(_ body: @escaping @Sendable () -> Void) {
  let isOver = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    isOver.signal()
  }
  isOver.wait()
}
