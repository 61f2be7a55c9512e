import CGtk
public import Rill

/// Widgets one below the other.
@MainActor public final class Column: Widget {
  public init(_ content: [Widget]) {
    super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 8), content)
    for widget in content {
      pointer.withMemoryRebound(to: GtkBox.self, capacity: 1) { gtk_box_append($0, widget.pointer) }
    }
    gtk_widget_set_margin_start(pointer, 12)
    gtk_widget_set_margin_end(pointer, 12)
    gtk_widget_set_margin_top(pointer, 12)
    gtk_widget_set_margin_bottom(pointer, 12)
  }
}

/// A top-level window. It exists until its user or the program has closed it and its owner has released it.
@MainActor public final class Window: Widget {
  // It is destroyed when the last reference is gone, and leaves the screen when it is closed.
  private lazy var unmapped = subject(for: "unmap")

  /// Sends when the window is closed.
  public var closed: Signal<Void, Never> { unmapped.signal }

  public init(_ title: String, _ content: Widget) {
    super.init(gtk_window_new(), [content])
    with {
      gtk_window_set_title($0, title)
      gtk_window_set_default_size($0, 360, 320)
      gtk_window_set_child($0, content.pointer)
    }
  }

  /// Shows it.
  public func present() { with { gtk_window_present($0) } }

  /// Makes a button the one that Return in a field clicks.
  public func makeDefault(_ button: Button) { with { gtk_window_set_default_widget($0, button.pointer) } }

  /// Closes it.
  public func close() { with { gtk_window_destroy($0) } }

  private func with(_ body: (UnsafeMutablePointer<GtkWindow>) -> Void) {
    pointer.withMemoryRebound(to: GtkWindow.self, capacity: 1, body)
  }
}

/// Gets GTK ready; `false` where there is no screen.
@MainActor public func openDisplay() -> Bool { gtk_init_check() != 0 }
