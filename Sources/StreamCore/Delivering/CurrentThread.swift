#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A number that tells this thread from every other that is running. It is an address, so its low bits are zero. A
/// thread that is over may have lent its number to another, which does not matter to a step that is going on.
@usableFromInline
package var currentThread: UInt {
  #if canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())
  #endif
}
