// A barrier of which one side pays for both. Two threads each store something and then look at what the other stores;
// with `lightBarrier` between the two steps of one and `heavyBarrier` between those of the other, at least one of them
// finds the other's store. Who does it for every event takes the light one, which is no instruction at all.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif os(Windows)
  import WinSDK
#endif
public import func Synchronization.atomicMemoryFence

/// Keeps the compiler from moving a load before a store; the processor may, until the other side's `heavyBarrier`.
@inlinable
@inline(__always)
package func lightBarrier() {
  // Elsewhere this fence would be an instruction. It is left out there: no compiler pass moves relaxed atomics past
  // each other.
  #if arch(x86_64) || arch(i386)
    atomicMemoryFence(ordering: .acquiringAndReleasing)
  #endif
}

/// Whether there is a `heavyBarrier` here. Darwin has none.
@usableFromInline
package let hasHeavyBarrier: Bool = {
  #if os(WASI) || RILL_SINGLE_THREAD || os(Windows)
    return true
  #elseif os(Linux)
    // The kernel is asked once to keep the barrier ready for this process; it may not know it, or not be allowed to.
    return membarrier(registerExpedited) == 0 && membarrier(expedited) == 0
  #else
    return false
  #endif
}()

/// Makes every thread of the process that is running pass a full barrier. It takes some microseconds.
package func heavyBarrier() {
  #if os(WASI) || RILL_SINGLE_THREAD
    // There is no other thread.
  #elseif os(Windows)
    FlushProcessWriteBuffers()
  #elseif os(Linux)
    let failure = membarrier(expedited)
    precondition(failure == 0, "The system has no barrier any more, although it had one.")
  #else
    preconditionFailure("There is no such barrier here.")
  #endif
}

#if os(Linux)
  /// The C libraries have no function for it, and Swift calls none that takes any number of arguments.
  @_silgen_name("syscall")
  private func systemCall(_ number: Int, _ command: Int, _ flags: Int, _ processor: Int) -> Int

  private var expedited: Int { 1 << 3 }
  private var registerExpedited: Int { 1 << 4 }

  private func membarrier(_ command: Int) -> Int {
    #if arch(x86_64)
      systemCall(324, command, 0, 0)
    #elseif arch(arm64) || arch(riscv64)
      systemCall(283, command, 0, 0)
    #else
      -1
    #endif
  }
#endif
