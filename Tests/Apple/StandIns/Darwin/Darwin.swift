// Darwin: the C functions used by the library. They are Linux's functions with Darwin's types.
import CStreamPrimitives
@_exported public import Glibc

// MARK: POSIX threads, whose types differ: macOS 10.0, iOS 2.0

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_key_t = UInt

public func pthread_self() -> pthread_t { pthread_t(bitPattern: UInt(Glibc.pthread_self()))! }

public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  var made = Glibc.pthread_t()
  let body = unsafeBitCast(body, to: (@convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?).self)
  let failure = Glibc.pthread_create(&made, attributes, body, argument)
  thread.pointee = pthread_t(bitPattern: UInt(made))
  return failure
}

@discardableResult
public func pthread_join(_ thread: pthread_t, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Int32 {
  Glibc.pthread_join(Glibc.pthread_t(UInt(bitPattern: thread)), result)
}

public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>, _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 {
  var made = Glibc.pthread_key_t()
  let destructor = unsafeBitCast(destructor, to: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?.self)
  let failure = Glibc.pthread_key_create(&made, destructor)
  key.pointee = pthread_key_t(made)
  return failure
}

public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? {
  Glibc.pthread_getspecific(Glibc.pthread_key_t(key))
}

@discardableResult
public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 {
  Glibc.pthread_setspecific(Glibc.pthread_key_t(key), value)
}

/// Not POSIX: the time is relative.
public func pthread_cond_timedwait_relative_np(
  _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  _ time: UnsafePointer<timespec>?
) -> Int32 {
  var end = timespec()
  clock_gettime(CLOCK_REALTIME, &end)
  let (carry, rest) = (end.tv_nsec + (time?.pointee.tv_nsec ?? 0)).quotientAndRemainder(dividingBy: 1_000_000_000)
  end.tv_sec += (time?.pointee.tv_sec ?? 0) + carry
  end.tv_nsec = rest
  return pthread_cond_timedwait(condition, mutex, &end)
}

/// The library asks for the stack of the calling thread only.
private func stack(of thread: pthread_t) -> (end: UnsafeMutableRawPointer?, size: Int) {
  var (lowest, size): (UInt, Int) = (0, 0)
  guard thread == pthread_self(), rill_stack_of_this_thread(&lowest, &size) else { return (nil, 0) }
  return (UnsafeMutableRawPointer(bitPattern: lowest), size)
}

/// The start of the stack, which grows downward.
public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer {
  let (end, size) = stack(of: thread)
  return (end ?? UnsafeMutableRawPointer(bitPattern: 1)!) + size
}

public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { stack(of: thread).size }

// MARK: Sockets: macOS 10.2, iOS 2.0

/// Prevents a signal when the peer of a socket is closed; here no socket has this option.
public let SO_NOSIGPIPE: Int32 = 0x1022

// Linux refuses it, and `fsync` is called.
public let F_FULLFSYNC: Int32 = 51
