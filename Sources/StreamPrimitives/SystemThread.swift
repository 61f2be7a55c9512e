// Threads with a stack of a given size, where a thread's stack lies, and where a message for the person at the console
// goes. The models' StreamPrimitives has this file too, as a link. The branches of Windows and of WASI are as tried as
// Windows.swift and SingleThread.swift are.

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

/// Says something on standard error, at once.
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

/// The addresses of this thread's stack; empty where that is not known.
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

/// A thread of the system's that does one thing.
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

  /// Begins. Where the system has no thread left, or none of that size, the process ends. What the body touches is not
  /// touched elsewhere meanwhile, or may be.
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
          preconditionFailure("The system made no thread (error \(GetLastError())).")
        }
        self.handle = handle
      #else
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
          pthread_attr_destroy(attributes)
          attributes.deallocate()
        }
        precondition(pthread_attr_setstacksize(attributes, bytes) == 0, "A stack cannot have \(bytes) bytes.")
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
        precondition(failure == 0, "The system made no thread (error \(failure)).")
        #if canImport(Darwin)
          self.thread = thread!
        #else
          self.thread = thread
        #endif
      #endif
    #endif
  }

  /// Waits for its end; once. A thread that is not waited for goes on alone.
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
