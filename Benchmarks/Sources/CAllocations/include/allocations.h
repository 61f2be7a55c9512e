// Counts the allocations of the process, and controls the counters of valgrind.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct allocations {
  /// The calls of malloc, calloc, realloc and the aligned functions, on all threads.
  uint64_t count;
  /// The number of live blocks, less the number when counting began.
  int64_t blocks;
  /// The size of live blocks by malloc_usable_size, less the size when counting began.
  int64_t bytes;
};

/// Whether this system lets the program replace the allocator, as Linux with glibc does.
bool allocations_can_be_counted(void);

/// Begins or ends counting. While it is off, each allocation tests one more flag.
void allocations_count(bool on);

/// Returns the counts since counting began.
struct allocations allocations_now(void);

/// Whether the program runs under `valgrind --tool=callgrind`.
bool instructions_can_be_counted(void);

/// Resets the counters of callgrind.
void instructions_begin(void);

/// Writes callgrind's counts since `instructions_begin` to a file whose trigger line has `name`.
void instructions_end(const char *name);
