#include <gtk/gtk.h>
#include <glib-unix.h>

// These functions let any event loop run the main queue of Dispatch, as CoreFoundation does. The descriptor becomes
// readable when work is queued, and the callback runs the work.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);
