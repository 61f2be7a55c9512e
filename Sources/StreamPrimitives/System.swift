// The system's clocks, standard error, `fsync`, the files and sockets to which a recording is written, and threads with
// a stack of a given size. The models' StreamPrimitives links to this file. On Windows and WASI, opening a file or a
// socket fails; the branches for these systems are as little tested as Windows.swift and SingleThread.swift.

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

/// Writes a text to standard error, unbuffered.
package func writeToStandardError(_ text: String) {
  var text = text
  text.withUTF8 { bytes in
    #if os(Windows)
      _ = WriteFile(GetStdHandle(DWORD(bitPattern: -12)), bytes.baseAddress, DWORD(bytes.count), nil, nil)
    #else
      _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #endif
  }
}

/// Returns the address of a symbol of the program, on systems with a dynamic linker.
package func addressOfSymbol(_ name: String) -> UnsafeMutableRawPointer? {
  #if os(Windows) || os(WASI)
    nil
  #else
    dlsym(dlopen(nil, RTLD_NOW), name)
  #endif
}

/// The addresses of this thread's stack; empty if the system does not report them.
package func stackOfThisThread() -> Range<UInt> {
  #if canImport(Darwin)
    let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
    return top - UInt(pthread_get_stacksize_np(pthread_self()))..<top
  #elseif os(Windows)
    var low: ULONG_PTR = 0
    var high: ULONG_PTR = 0
    GetCurrentThreadStackLimits(&low, &high)
    return UInt(low)..<UInt(high)
  #else
    var (lowest, size): (UInt, Int) = (0, 0)
    guard rill_stack_of_this_thread(&lowest, &size) else { return 0..<0 }
    return lowest..<lowest + UInt(size)
  #endif
}

/// A system thread that runs one closure.
package struct SystemThread {
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  #if os(Windows)
    private let handle: HANDLE
  #elseif !os(WASI)
    private let thread: pthread_t?
  #endif

  /// Starts the thread. If the system cannot make it, the process traps.
  ///
  /// `body` is not `Sendable`: the caller ensures that no other thread uses its captures until ``join()`` returns,
  /// except those that are safe to share.
  package init(stack bytes: Int, _ body: @escaping () -> Void) {
    #if os(WASI)
      body()
    #else
      let work = Unmanaged.passRetained(Work(body)).toOpaque()
      #if os(Windows)
        let size = DWORD(STACK_SIZE_PARAM_IS_A_RESERVATION)
        guard
          let handle = CreateThread(
            nil, SIZE_T(bytes),
            {
              Self.run($0); return 0
            }, work, size, nil)
        else {
          fatalError("The system could not start a thread (error \(GetLastError())).")
        }
        self.handle = handle
      #else
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if pthread_attr_setstacksize(&attributes, bytes) != 0 {
          fatalError("The system refused a stack of \(bytes) bytes.")
        }
        #if canImport(Darwin)
          var thread: pthread_t?
        #else
          var thread = pthread_t()
        #endif
        let failure = pthread_create(
          &thread, &attributes,
          {
            Self.run($0); return nil
          }, work)
        if failure != 0 { fatalError("The system could not start a thread (error \(failure)).") }
        self.thread = thread
      #endif
    #endif
  }

  /// Waits for the end of the thread. Call it at most once.
  package func join() {
    #if os(Windows)
      WaitForSingleObject(handle, INFINITE)
      CloseHandle(handle)
    #elseif !os(WASI)
      pthread_join(thread!, nil)
    #endif
  }

  /// The system passes an optional pointer on some platforms.
  private static func run(_ work: UnsafeMutableRawPointer?) {
    Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
  }
}
