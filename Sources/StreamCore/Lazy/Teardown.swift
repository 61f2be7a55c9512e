import StreamPrimitives

/// Releases an object's reference to the next one of a chain, without recursion.
///
/// Otherwise the `deinit` of each node would run inside that of the previous one, and a long list would overflow the
/// stack. Here the first `deinit` on a thread releases the references of all nested ones, which add them to its list.
/// That also works for references that cannot be followed, such as a list that is captured by a closure.
func releaseIteratively<Held>(_ held: inout Held?) {
  if let releasing = releasingOnThisThread.pointer {
    releasing.assumingMemoryBound(to: [Any].self).pointee.append(held.take()!)
    return
  }
  var queue: [Any] = [held.take()!]
  withUnsafeMutablePointer(to: &queue) { queue in
    releasingOnThisThread.pointer = UnsafeMutableRawPointer(queue)
    while !queue.pointee.isEmpty { _ = queue.pointee.popLast() }
    releasingOnThisThread.pointer = nil
  }
}

/// The references that this thread still has to release.
private let releasingOnThisThread = ThreadLocal()
