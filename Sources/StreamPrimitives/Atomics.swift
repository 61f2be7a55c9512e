// Atomics, locks, threads and thread-local pointers. All other modules use these instead of the system's own, so that
// the models can replace them and try every order of the threads' steps (Docs/Internals/Interleaving.md). In
// every other build they are the system's, at the same cost.

@_exported public import struct Synchronization.Atomic
@_exported public import struct Synchronization.AtomicLoadOrdering
@_exported public import protocol Synchronization.AtomicRepresentable
@_exported public import struct Synchronization.AtomicStoreOrdering
@_exported public import struct Synchronization.AtomicUpdateOrdering
