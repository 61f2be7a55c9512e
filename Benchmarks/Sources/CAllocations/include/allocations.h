// What the process asks of the allocator, and what valgrind is asked to count.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct allocations {
  /// Calls of malloc, calloc, realloc and the aligned ones, by any thread.
  uint64_t count;
  /// Blocks that are alive, counted from when counting began.
  int64_t blocks;
  /// What those blocks take, by malloc_usable_size.
  int64_t bytes;
};

/// Whether this system lets the program put itself in front of the allocator (Linux with glibc does).
bool allocations_can_be_counted(void);

/// Begins or ends counting. While it is off, an allocation costs one test of a flag more than without this.
void allocations_count(bool on);

/// What was counted since counting began.
struct allocations allocations_now(void);

/// Whether the program runs under `valgrind --tool=callgrind`.
bool instructions_can_be_counted(void);

/// Makes callgrind forget what it counted.
void instructions_begin(void);

/// Makes callgrind write what it counted since `instructions_begin` to a file whose trigger line says `name`.
void instructions_end(const char *name);
