// Replaces StreamPrimitives: the library's atomics as models whose interleavings are explored.

@_exported public import struct Interleaving.Atomic
@_exported public import struct Synchronization.AtomicLoadOrdering
@_exported public import protocol Synchronization.AtomicRepresentable
@_exported public import struct Synchronization.AtomicStoreOrdering
@_exported public import struct Synchronization.AtomicUpdateOrdering
