// What the library stands on: atomics, locks, threads and what belongs to one. All other modules name these and not the
// system's own, so that a build can put models in their place, and every order in which threads take their steps be
// tried (Docs/Internals/Interleaving.md). In any other build they are the system's, and cost what those cost.

@_exported public import struct Synchronization.Atomic
@_exported public import struct Synchronization.AtomicLoadOrdering
@_exported public import protocol Synchronization.AtomicRepresentable
@_exported public import struct Synchronization.AtomicStoreOrdering
@_exported public import struct Synchronization.AtomicUpdateOrdering
