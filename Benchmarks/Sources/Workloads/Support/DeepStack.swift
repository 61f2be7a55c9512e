import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private let work = Mutex<(@Sendable () -> Void)?>(nil)

/// Runs a closure on a thread with a stack of eight gigabytes, and waits for it.
///
/// The system provides memory only for the used part. Foundation's threads have at most one gigabyte.
func withDeepStack(_ body: @escaping @Sendable () -> Void) {
  work.withLock { $0 = body }
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  defer { attributes.deallocate() }
  pthread_attr_init(attributes)
  defer { pthread_attr_destroy(attributes) }
  precondition(pthread_attr_setstacksize(attributes, 8 << 30) == 0, "The system cannot reserve a stack of 8 GiB.")
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let error = pthread_create(&thread, attributes, { _ in
    work.withLock { $0.take() }?()
    return nil
  }, nil)
  precondition(error == 0, "The system cannot start a thread with a stack of 8 GiB.")
  #if canImport(Darwin)
    pthread_join(thread!, nil)
  #else
    pthread_join(thread, nil)
  #endif
}
