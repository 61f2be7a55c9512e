import Interleaving

// Both sides are full fences here: what is left of them where the light one is free is that of two threads, one of
// which passes the heavy one, at least one finds what the other has stored.

@usableFromInline package func lightBarrier() { atomicMemoryFence(ordering: .sequentiallyConsistent) }

@usableFromInline package var hasHeavyBarrier: Bool { true }

package func heavyBarrier() { atomicMemoryFence(ordering: .sequentiallyConsistent) }
