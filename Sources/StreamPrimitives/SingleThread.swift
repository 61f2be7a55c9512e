// Systems with one thread, such as WASI without threads. This file was compiled on Linux with -D RILL_SINGLE_THREAD,
// and never with an SDK of WASI.

#if os(WASI) || RILL_SINGLE_THREAD
  #if canImport(WASILibc)
    import WASILibc
  #elseif canImport(Glibc)
    import Glibc
  #endif

  /// A condition whose `wait` traps, because there is no thread that could wake this one.
  package struct SystemCondition: ~Copyable, Sendable {
    package init() {}
    package func lock() {}
    package func unlock() {}
    package func wait() {
      fatalError("This system has one thread, which would wait forever. Use a handler or `await`.")
    }
    package func wait(seconds: Int, nanoseconds: Int) -> Bool {
      blockThread(seconds: seconds, nanoseconds: nanoseconds)
      return false
    }
    package func broadcast() {}
  }

  /// The number of the thread. Its low bits are zero.
  @inlinable
  package var currentThread: UInt { 16 }

  package func yieldThread() {}

  /// Blocks this thread for a time.
  package func blockThread(seconds: Int, nanoseconds: Int) {
    var rest = timespec()
    (rest.tv_sec, rest.tv_nsec) = (.init(seconds), .init(nanoseconds))
    nanosleep(&rest, nil)
  }

  /// A thread-local pointer. It is never released, because the thread ends with the process.
  @usableFromInline
  package struct ThreadLocal: Sendable {
    /// Guarded by: nothing (there is one thread).
    private static nonisolated(unsafe) var pointers: [UnsafeMutableRawPointer?] = []

    @usableFromInline package let number: UInt

    package init(retained: Bool = false) {
      number = UInt(Self.pointers.count)
      Self.pointers.append(nil)
    }

    /// The pointer with this number.
    @inlinable package init(number: UInt) { self.number = number }

    /// The pointer of the thread.
    @usableFromInline package var pointer: UnsafeMutableRawPointer? {
      get { Self.pointers[Int(number)] }
      nonmutating set { Self.pointers[Int(number)] = newValue }
    }
  }
#endif
