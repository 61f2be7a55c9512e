#define _GNU_SOURCE
#include "CStreamPrimitives.h"

#if defined(__linux__)
#include <pthread.h>

bool rill_stack_of_this_thread(uintptr_t *lowest, size_t *size) {
  pthread_attr_t attributes;
  void *address = NULL;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
    return false;
  }
  bool isKnown = pthread_attr_getstack(&attributes, &address, size) == 0;
  pthread_attr_destroy(&attributes);
  *lowest = (uintptr_t)address;
  return isKnown;
}
#else
bool rill_stack_of_this_thread(uintptr_t *lowest, size_t *size) {
  (void)lowest;
  (void)size;
  return false;
}
#endif

/// The runtime's `SerialExecutorRef`.
typedef struct {
  uintptr_t identity;
  uintptr_t implementation;
} Executor;

// The runtime's question behind `assumeIsolated`, in the form that answers instead of trapping (flags 0). The standard
// library inlines calls of it into its clients, so it is part of the stable interface. Old systems lack it.
#if defined(__APPLE__)
__attribute__((weak_import))
#endif
__attribute__((swiftcall)) extern bool
swift_task_isCurrentExecutorWithFlags(Executor executor, uint64_t flags);

bool rill_is_current_executor(uintptr_t identity, uintptr_t implementation) {
  return swift_task_isCurrentExecutorWithFlags((Executor){identity, implementation}, 0);
}
