#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Releases what an object held to the next link of a chain, without recursion.
///
/// Left alone, releasing a list releases its second node from inside the `deinit` of the first, and so on down the
/// stack. Here the first `deinit` on a thread becomes the one that releases; those it causes leave what they held in
/// its list. That also serves links that cannot be followed by looking, such as a list that is captured by the closure
/// that computes the one before it.
@usableFromInline
func releaseIteratively<Held>(_ held: inout Held?) {
  if let releasing = pthread_getspecific(releasingOnThisThread) {
    releasing.assumingMemoryBound(to: [Any].self).pointee.append(held.take()!)
    return
  }
  var waiting: [Any] = [held.take()!]
  withUnsafeMutablePointer(to: &waiting) { waiting in
    pthread_setspecific(releasingOnThisThread, waiting)
    while !waiting.pointee.isEmpty { _ = waiting.pointee.popLast() }
    pthread_setspecific(releasingOnThisThread, nil)
  }
}

/// Where a thread keeps the list of what it is releasing.
private let releasingOnThisThread: pthread_key_t = {
  var key = pthread_key_t()
  let failure = pthread_key_create(&key, nil)
  precondition(failure == 0, "The process has no thread-specific key left: error \(failure).")
  return key
}()
