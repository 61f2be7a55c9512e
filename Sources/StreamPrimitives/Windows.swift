// Conditions and threads of Windows, written from the documentation of its functions. The types have been
// checked against declarations of these functions; there was no Windows to compile it on, or to run it.

#if os(Windows)
  public import WinSDK

  /// The system's own lock that can be waited on.
  package struct SystemCondition: ~Copyable, Sendable {
    /// Guard for both: the system's own primitives are made to be used from any thread, at an address that stays.
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<SRWLOCK>
    private nonisolated(unsafe) let changed: UnsafeMutablePointer<CONDITION_VARIABLE>

    package init() {
      mutex = .allocate(capacity: 1)
      InitializeSRWLock(mutex)
      changed = .allocate(capacity: 1)
      InitializeConditionVariable(changed)
    }

    deinit {
      changed.deallocate()
      mutex.deallocate()
    }

    package func lock() { AcquireSRWLockExclusive(mutex) }
    package func unlock() { ReleaseSRWLockExclusive(mutex) }

    /// Lets go of the lock until somebody announces a change, or for no reason. The caller holds the lock.
    package func wait() { _ = SleepConditionVariableSRW(changed, mutex, INFINITE, 0) }

    /// Lets go of the lock until somebody announces a change, for no reason, or until the time is over, which is told
    /// by `false`. The caller holds the lock.
    package func wait(seconds: Int, nanoseconds: Int) -> Bool {
      let (time, isWhole) = milliseconds(seconds, nanoseconds)
      return SleepConditionVariableSRW(changed, mutex, time, 0) || GetLastError() != ERROR_TIMEOUT || !isWhole
    }

    /// Wakes everybody who waits.
    package func announce() { WakeAllConditionVariable(changed) }
  }

  /// A time rounded up, and whether that is all of it: one wait takes forty-nine days at most.
  private func milliseconds(_ seconds: Int, _ nanoseconds: Int) -> (DWORD, isWhole: Bool) {
    let longest = Int(INFINITE) - 1
    guard seconds < longest / 1_000 - 1 else { return (DWORD(longest), false) }
    return (DWORD(seconds * 1_000 + (nanoseconds + 999_999) / 1_000_000), true)
  }

  /// A number that tells this thread from every other that is running. Its low bits are zero.
  @inlinable
  package var currentThread: UInt { UInt(GetCurrentThreadId()) << 4 }

  /// Lets others run, since this thread can do nothing until they have.
  package func yieldThread() { _ = SwitchToThread() }

  /// Lets others run for a moment, which is no shorter here.
  package func nap() { Sleep(1) }

  /// Keeps this thread from going on for a time.
  package func blockThread(seconds: Int, nanoseconds: Int) {
    for _ in 0..<seconds { Sleep(1_000) }
    Sleep(milliseconds(0, nanoseconds).0)
  }

  /// A pointer of each thread's own. Fibers' places call a function at the end of a thread; those of threads do not.
  @usableFromInline
  package struct ThreadLocal: Sendable {
    @usableFromInline let key: DWORD

    /// A place that is empty on every thread. What is left there when a thread ends is released, if it is `retained`:
    /// then it is an object.
    package init(retained: Bool = false) {
      key =
        retained ? FlsAlloc { if let place = $0 { Unmanaged<AnyObject>.fromOpaque(place).release() } } : FlsAlloc(nil)
      precondition(key != .max, "No thread-specific key is left (error \(GetLastError())).")
    }

    /// The same place, by its number.
    @inlinable package init(number: UInt) { key = DWORD(number) }

    @inlinable package var number: UInt { UInt(key) }

    /// What this thread has there.
    @inlinable package var pointer: UnsafeMutableRawPointer? {
      get { FlsGetValue(key) }
      nonmutating set { _ = FlsSetValue(key, newValue) }
    }
  }
#endif
