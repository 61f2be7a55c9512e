// Functions of glibc about the memory of this process that Swift's Glibc module lacks.

#ifndef CMEMORY_H
#define CMEMORY_H

#include <stdlib.h>

#if __GLIBC__
#include <malloc.h>

/// Returns the number of allocated bytes that have not been freed.
static inline size_t allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Returns unused memory to the system. Otherwise the allocator would keep it.
static inline void return_unused_memory(void) { malloc_trim(0); }

#else

static inline size_t allocated_bytes(void) { return 0; }
static inline void return_unused_memory(void) {}

#endif
#endif
