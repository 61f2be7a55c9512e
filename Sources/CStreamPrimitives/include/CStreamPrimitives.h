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

#endif
