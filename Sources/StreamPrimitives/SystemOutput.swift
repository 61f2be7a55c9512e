// The system's clocks, the files and sockets to which a recording is written, and `fsync`. The models' StreamPrimitives
// links to this file. On Windows and WASI, opening a file or a socket fails.

import CStreamPrimitives

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif os(Windows)
  import WinSDK
#endif

/// The nanoseconds of a monotonic clock.
package func monotonicNanoseconds() -> Int {
  #if os(Windows)
    return Int(GetTickCount64()) * 1_000_000
  #else
    return nanoseconds(of: CLOCK_MONOTONIC)
  #endif
}

/// A counter of the processor that runs at a constant rate, or the nanoseconds of a monotonic clock.
///
/// Reading the counter takes half as long as the clock. All processors of a machine have the same count.
package func ticks() -> Int {
  let count = rill_ticks()
  return count == 0 ? monotonicNanoseconds() : Int(truncatingIfNeeded: count)
}

/// The nanoseconds since 1970 by the wall clock.
package func realNanoseconds() -> Int {
  #if os(Windows)
    var time = FILETIME()
    GetSystemTimePreciseAsFileTime(&time)
    // The system counts units of 100 ns since 1601.
    return (Int(time.dwHighDateTime) << 32 + Int(time.dwLowDateTime) - 116_444_736_000_000_000) * 100
  #else
    return nanoseconds(of: CLOCK_REALTIME)
  #endif
}

#if !os(Windows)
  private func nanoseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
#endif

/// Writes a file's data from the caches to the disk, and returns whether that succeeded.
package func writeToDisk(_ descriptor: Int32) -> Bool {
  #if os(Windows) || os(WASI)
    return false
  #elseif canImport(Darwin)
    // Here `fsync` leaves the data in the cache of the disk.
    return fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
  #else
    return fsync(descriptor) == 0
  #endif
}

/// A truncated file or a socket to write to. The owner ensures that one thread at a time writes.
package struct SystemOutput: Sendable {
  /// The `errno` of a file or a socket that could not be opened.
  package struct Failure: Error {
    package let number: Int32
  }

  private let descriptor: Int32
  private let isSocket: Bool

  #if os(Windows) || os(WASI)
    package init(path: String) throws(Failure) { throw Failure(number: 38) }
    package init(host: String, port: UInt16) throws(Failure) { throw Failure(number: 38) }
    package func close() {}
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int? { nil }
    package func waitForCapacity(_ milliseconds: Int32) -> Bool { false }
  #else
    package init(path: String) throws(Failure) {
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o644)
      guard descriptor >= 0 else { throw Failure(number: errno) }
      isSocket = false
    }

    package init(host: String, port: UInt16) throws(Failure) {
      var hints = addrinfo()
      #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      #else
        hints.ai_socktype = SOCK_STREAM
      #endif
      var found: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo(host, "\(port)", &hints, &found) == 0 else { throw Failure(number: EADDRNOTAVAIL) }
      defer { freeaddrinfo(found) }
      var failure = EADDRNOTAVAIL
      var next = found
      while let address = next?.pointee {
        let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        if descriptor >= 0, connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
          _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
          self.descriptor = descriptor
          isSocket = true
          return
        }
        failure = errno
        if descriptor >= 0 { _ = systemClose(descriptor) }
        next = address.ai_next
      }
      throw Failure(number: failure)
    }

    package func close() { _ = systemClose(descriptor) }

    /// Writes without waiting. If the peer has closed the connection, this does not end the program.
    ///
    /// - Returns: The number of bytes written; 0 if the output has no capacity now, `nil` if it has failed.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
      while true {
        let count = isSocket ? sendWithoutSignal(descriptor, bytes) : systemWrite(descriptor, bytes)
        if count > 0 { return count }
        if count < 0, errno == EINTR { continue }
        return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : nil
      }
    }

    /// Waits until the output has capacity, and returns `false` at the timeout.
    package func waitForCapacity(_ milliseconds: Int32) -> Bool {
      var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      return poll(&descriptors, 1, milliseconds) > 0
    }
  #endif
}

#if !os(Windows) && !os(WASI)
  private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

  private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
  }

  private func sendWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      return send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
      return send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }
#endif
