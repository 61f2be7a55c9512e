// A system with one thread, as WASI without threads is: no thread can be waited for. Compiled on Linux with
// -D RILL_SINGLE_THREAD; no SDK of WASI was at hand.

#if os(WASI) || RILL_SINGLE_THREAD
  #if canImport(WASILibc)
    import WASILibc
  #elseif canImport(Glibc)
    import Glibc
  #endif

  /// Nobody can announce anything while the one thread waits.
  package struct SystemCondition: ~Copyable, Sendable {
    package init() {}
    package func lock() {}
    package func unlock() {}
    package func wait() { preconditionFailure("There is one thread, and it cannot wait for itself.") }
    package func wait(seconds: Int, nanoseconds: Int) -> Bool {
      blockThread(seconds: seconds, nanoseconds: nanoseconds)
      return false
    }
    package func announce() {}
  }

  /// The number of the one thread. Its low bits are zero.
  @inlinable
  package var currentThread: UInt { 16 }

  package func yieldThread() {}
  package func nap() {}

  /// Keeps this thread from going on for a time.
  package func blockThread(seconds: Int, nanoseconds: Int) {
    var rest = timespec()
    (rest.tv_sec, rest.tv_nsec) = (.init(seconds), .init(nanoseconds))
    nanosleep(&rest, nil)
  }

  /// A pointer of the one thread's own. What is left there stays: the thread ends with the process.
  @usableFromInline
  package struct ThreadLocal: Sendable {
    /// Guard: there is one thread.
    private static nonisolated(unsafe) var places: [UnsafeMutableRawPointer?] = []

    @usableFromInline package let number: UInt

    package init(retained: Bool = false) {
      number = UInt(Self.places.count)
      Self.places.append(nil)
    }

    /// The same place, by its number.
    @inlinable package init(number: UInt) { self.number = number }

    /// What the thread has there.
    @usableFromInline package var pointer: UnsafeMutableRawPointer? {
      get { Self.places[Int(number)] }
      nonmutating set { Self.places[Int(number)] = newValue }
    }
  }
#endif
