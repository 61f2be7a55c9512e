import CGtk

/// GLib's loop and Swift's main actor as one: what is to run on the main actor goes to the main queue of Dispatch, and
/// that is one of the sources that GLib's loop waits for.
///
/// So both are the main thread's, and a handler of GTK's is on the main actor already: what it sends is delivered at
/// once, without a hop.
@MainActor public enum MainLoop {
  /// Runs until there is nothing to go on for.
  public static func run(while goesOn: () -> Bool) {
    _ = mainQueue
    while goesOn() { g_main_context_iteration(nil, 1) }
  }

  /// Does all that there is to do now, and does not wait.
  public static func catchUp() {
    _ = mainQueue
    while g_main_context_iteration(nil, 0) != 0 {}
  }

  private static let mainQueue = g_unix_fd_add(
    _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
    { descriptor, _, _ in
      var wakes: UInt64 = 0
      _ = read(descriptor, &wakes, MemoryLayout.size(ofValue: wakes))
      _dispatch_main_queue_callback_4CF(nil)
      return 1
    }, nil)
}
