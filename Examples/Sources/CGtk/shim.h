#include <gtk/gtk.h>
#include <glib-unix.h>

// By these any loop runs the main queue of Dispatch, as CoreFoundation's does: a descriptor that can be read when there
// is something to do, and what does it.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);
