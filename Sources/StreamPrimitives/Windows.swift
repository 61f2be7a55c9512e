// Conditions and threads of Windows, written from the documentation of its functions. The types were checked against
// declarations of these functions. This file was never compiled or run on Windows.

#if os(Windows)
  public import WinSDK

  /// The system's mutex with a condition variable.
  package struct SystemCondition: ~Copyable, Sendable {
    /// Guarded by: the system (both primitives are thread-safe at an address that does not change).
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

    /// Releases the lock and waits for a broadcast. It may also return without one. The caller holds the lock.
    package func wait() { _ = SleepConditionVariableSRW(changed, mutex, INFINITE, 0) }

    /// Releases the lock and waits for a broadcast, up to a timeout. It may also return without either. The caller
    /// holds the lock.
    ///
    /// - Returns: `false` at the timeout.
    package func wait(seconds: Int, nanoseconds: Int) -> Bool {
      let (time, isWhole) = milliseconds(seconds, nanoseconds)
      return SleepConditionVariableSRW(changed, mutex, time, 0) || GetLastError() != ERROR_TIMEOUT || !isWhole
    }

    /// Wakes all waiting threads.
    package func broadcast() { WakeAllConditionVariable(changed) }
  }

  /// A time rounded up to milliseconds, cut at 49 days, the longest wait of the system.
  ///
  /// - Returns: The time, and whether it was not cut.
  private func milliseconds(_ seconds: Int, _ nanoseconds: Int) -> (DWORD, isWhole: Bool) {
    let longest = Int(INFINITE) - 1
    guard seconds < longest / 1_000 - 1 else { return (DWORD(longest), false) }
    return (DWORD(seconds * 1_000 + (nanoseconds + 999_999) / 1_000_000), true)
  }

  /// A number that no other running thread has. Its low bits are zero.
  @inlinable
  package var currentThread: UInt { UInt(GetCurrentThreadId()) << 4 }

  /// Yields to other threads, because this thread waits for one of them.
  package func yieldThread() { _ = SwitchToThread() }

  /// Blocks this thread for a time.
  package func blockThread(seconds: Int, nanoseconds: Int) {
    for _ in 0..<seconds { Sleep(1_000) }
    Sleep(milliseconds(0, nanoseconds).0)
  }

  /// A thread-local pointer. It is stored per fiber, because only fiber-local storage calls a function at the end of a
  /// thread.
  @usableFromInline
  package struct ThreadLocal: Sendable {
    @usableFromInline let key: DWORD

    /// A pointer that is `nil` on every thread. If it is `retained`, it refers to an object, which is released when its
    /// thread ends.
    package init(retained: Bool = false) {
      key =
        retained ? FlsAlloc { if let object = $0 { Unmanaged<AnyObject>.fromOpaque(object).release() } } : FlsAlloc(nil)
      if key == .max { fatalError("The process has used up its thread-specific keys (error \(GetLastError())).") }
    }

    /// The pointer with this number.
    @inlinable package init(number: UInt) { key = DWORD(number) }

    @inlinable package var number: UInt { UInt(key) }

    /// The pointer of this thread.
    @inlinable package var pointer: UnsafeMutableRawPointer? {
      get { FlsGetValue(key) }
      nonmutating set { _ = FlsSetValue(key, newValue) }
    }
  }
#endif
