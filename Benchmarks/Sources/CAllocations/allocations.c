#include "allocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>
#include <unistd.h>

// The program's malloc replaces glibc's for every library of the process. Glibc's functions remain under these names.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_bool counting;
static _Atomic uint64_t count;
static _Atomic int64_t blocks;
static _Atomic int64_t bytes;

static inline bool is_counting(void) { return atomic_load_explicit(&counting, memory_order_relaxed); }

static void *came(void *block) {
  if (is_counting() && block) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, (int64_t)malloc_usable_size(block), memory_order_relaxed);
  }
  return block;
}

static void goes(void *block) {
  if (is_counting() && block) {
    atomic_fetch_sub_explicit(&blocks, 1, memory_order_relaxed);
    atomic_fetch_sub_explicit(&bytes, (int64_t)malloc_usable_size(block), memory_order_relaxed);
  }
}

void *malloc(size_t size) { return came(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return came(__libc_calloc(number, size)); }
void *memalign(size_t alignment, size_t size) { return came(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return came(__libc_memalign(alignment, size)); }

int posix_memalign(void **place, size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  if (!block) return ENOMEM;
  *place = came(block);
  return 0;
}

void *realloc(void *block, size_t size) {
  goes(block);
  return came(__libc_realloc(block, size));
}

void free(void *block) {
  goes(block);
  __libc_free(block);
}

bool allocations_can_be_counted(void) { return true; }

void allocations_count(bool on) {
  if (on) {
    atomic_store(&count, 0);
    atomic_store(&blocks, 0);
    atomic_store(&bytes, 0);
  }
  atomic_store(&counting, on);
}

struct allocations allocations_now(void) {
  return (struct allocations){atomic_load(&count), atomic_load(&blocks), atomic_load(&bytes)};
}
#else
bool allocations_can_be_counted(void) { return false; }
void allocations_count(bool on) { (void)on; }
struct allocations allocations_now(void) { return (struct allocations){0, 0, 0}; }
#endif

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

bool instructions_can_be_counted(void) { return RUNNING_ON_VALGRIND; }
void instructions_begin(void) { CALLGRIND_ZERO_STATS; }
void instructions_end(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
#else
bool instructions_can_be_counted(void) { return false; }
void instructions_begin(void) {}
void instructions_end(const char *name) { (void)name; }
#endif
