// Functions of the system and of Swift's runtime that Swift cannot call.

#ifndef C_STREAM_PRIMITIVES_H
#define C_STREAM_PRIMITIVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Writes the lowest address of the calling thread's stack and its size in bytes.
///
/// Returns `false` where they are not known. Glibc's module for Swift leaves out `pthread_getattr_np`, an extension.
bool rill_stack_of_this_thread(uintptr_t *lowest, size_t *size);

/// Whether the caller is running on a serial executor, given by the two words of an `UnownedSerialExecutor`.
///
/// On Apple's systems it may be called since version 26.
bool rill_is_current_executor(uintptr_t identity, uintptr_t implementation);

/// The processor's counter of time, or 0 where a program cannot read one that runs at a constant rate.
static inline uint64_t rill_ticks(void) {
#if defined(__x86_64__) && !defined(_MSC_VER)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__) && !defined(_MSC_VER)
  uint64_t count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return 0;
#endif
}

#endif
