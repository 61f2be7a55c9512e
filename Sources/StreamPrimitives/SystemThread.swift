// Threads with a stack of a given size, the addresses of a thread's stack, and standard error. The models'
// StreamPrimitives links to this file. The branches for Windows and WASI are as little tested as Windows.swift and
// SingleThread.swift.

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
    private let thread: pthread_t
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
              Self.run($0!); return 0
            }, work, size, nil)
        else {
          fatalError("The system could not start a thread (error \(GetLastError())).")
        }
        self.handle = handle
      #else
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
          pthread_attr_destroy(attributes)
          attributes.deallocate()
        }
        if pthread_attr_setstacksize(attributes, bytes) != 0 {
          fatalError("The system refused a stack of \(bytes) bytes.")
        }
        #if canImport(Darwin)
          var thread: pthread_t?
          let failure = pthread_create(
            &thread, attributes,
            {
              Self.run($0); return nil
            }, work)
        #else
          var thread = pthread_t()
          let failure = pthread_create(
            &thread, attributes,
            {
              Self.run($0!); return nil
            }, work)
        #endif
        if failure != 0 { fatalError("The system could not start a thread (error \(failure)).") }
        #if canImport(Darwin)
          self.thread = thread!
        #else
          self.thread = thread
        #endif
      #endif
    #endif
  }

  /// Waits for the end of the thread. Call it at most once.
  package func join() {
    #if os(Windows)
      WaitForSingleObject(handle, INFINITE)
      CloseHandle(handle)
    #elseif !os(WASI)
      pthread_join(thread, nil)
    #endif
  }

  private static func run(_ work: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  }
}
