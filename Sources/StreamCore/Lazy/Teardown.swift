import StreamPrimitives

/// Releases what an object held to the next link of a chain, without recursion.
///
/// Left alone, releasing a list releases its second node from inside the `deinit` of the first, and so on down the
/// stack. Here the first `deinit` on a thread becomes the one that releases; those it causes leave what they held in
/// its list. That also serves links that cannot be followed by looking, such as a list that is captured by the closure
/// that computes the one before it.
func releaseIteratively<Held>(_ held: inout Held?) {
  if let releasing = releasingOnThisThread.pointer {
    releasing.assumingMemoryBound(to: [Any].self).pointee.append(held.take()!)
    return
  }
  var waiting: [Any] = [held.take()!]
  withUnsafeMutablePointer(to: &waiting) { waiting in
    releasingOnThisThread.pointer = UnsafeMutableRawPointer(waiting)
    while !waiting.pointee.isEmpty { _ = waiting.pointee.popLast() }
    releasingOnThisThread.pointer = nil
  }
}

/// Where a thread keeps the list of what it is releasing.
private let releasingOnThisThread = ThreadLocal()
