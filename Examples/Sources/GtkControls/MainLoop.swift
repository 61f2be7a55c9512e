import CGtk

/// Combines GLib's loop with Swift's main actor.
///
/// Work of the main actor goes to Dispatch's main queue, which is one of the sources of GLib's loop.
///
/// So both run on the main thread, and a GTK handler is on the main actor already. Its values are delivered
/// synchronously, without a hop.
@MainActor public enum MainLoop {
  /// Runs the loop while a condition holds.
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
