import Foundation

/// A thread that does nothing.
///
/// In a process with a single thread, glibc uses no atomic instructions in malloc and mutexes. A real program has more
/// threads, so this one does, too.
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
