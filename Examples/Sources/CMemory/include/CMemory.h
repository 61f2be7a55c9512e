// What glibc knows about the memory of this process, and Swift's Glibc module leaves out.

#ifndef CMEMORY_H
#define CMEMORY_H

#include <stdlib.h>

#if __GLIBC__
#include <malloc.h>

/// The bytes that are allocated and have not been freed.
static inline size_t allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Gives the memory that nobody uses back to the system; the allocator would keep it for next time.
static inline void return_unused_memory(void) { malloc_trim(0); }

#else

static inline size_t allocated_bytes(void) { return 0; }
static inline void return_unused_memory(void) {}

#endif
#endif
