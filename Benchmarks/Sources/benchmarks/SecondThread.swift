import Foundation

/// A thread that does nothing.
///
/// While a process has one thread only, glibc leaves the atomic instructions out of malloc and mutexes. A real program has more than one; so
/// has this.
struct SecondThread {
  private let end = DispatchSemaphore(value: 0)

  init() {
    let isThere = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [end] in
      isThere.signal()
      end.wait()
    }
    isThere.wait()
  }

  func finish() { end.signal() }
}
