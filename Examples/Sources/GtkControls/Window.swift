import CGtk
public import Rill

/// Widgets one below the other, or one beside the other.
@MainActor public class Stack: Widget {
  fileprivate init(_ orientation: GtkOrientation, margin: Int32, _ content: [Widget]) {
    super.init(gtk_box_new(orientation, 8), content)
    for widget in content {
      pointer.withMemoryRebound(to: GtkBox.self, capacity: 1) { gtk_box_append($0, widget.pointer) }
    }
    gtk_widget_set_margin_start(pointer, margin)
    gtk_widget_set_margin_end(pointer, margin)
    gtk_widget_set_margin_top(pointer, margin)
    gtk_widget_set_margin_bottom(pointer, margin)
  }
}

/// Widgets one below the other.
@MainActor public final class Column: Stack {
  public init(_ content: [Widget]) { super.init(GTK_ORIENTATION_VERTICAL, margin: 12, content) }
}

/// Widgets one beside the other.
@MainActor public final class Row: Stack {
  public init(_ content: [Widget]) { super.init(GTK_ORIENTATION_HORIZONTAL, margin: 0, content) }
}

/// A view of a widget that may be larger.
@MainActor public final class ScrollView: Widget {
  public init(_ content: Widget, height: Int32) {
    super.init(gtk_scrolled_window_new(), [content])
    gtk_scrolled_window_set_child(OpaquePointer(pointer), content.pointer)
    gtk_widget_set_size_request(pointer, -1, height)
    gtk_widget_set_hexpand(pointer, 1)
    gtk_widget_set_vexpand(pointer, 1)
  }
}

/// A top-level window. It exists until its user or the program has closed it and its owner has released it.
@MainActor public final class Window: Widget {
  // It is destroyed when the last reference is gone, and leaves the screen when it is closed.
  private lazy var unmapped = subject(for: "unmap")

  /// Sends when the window is closed.
  public var closed: Signal<Void, Never> { unmapped.signal }

  public init(_ title: String, _ content: Widget, width: Int32 = 360, height: Int32 = 320) {
    super.init(gtk_window_new(), [content])
    with {
      gtk_window_set_title($0, title)
      gtk_window_set_default_size($0, width, height)
      gtk_window_set_child($0, content.pointer)
    }
  }

  /// Keeps it in front of another window. Closing hides it, and it can be shown again.
  public func becomeDialog(of other: Window) {
    with { dialog in
      other.with { gtk_window_set_transient_for(dialog, $0) }
      gtk_window_set_hide_on_close(dialog, 1)
    }
    other.keep(self)
  }

  /// Whether a dialog is shown.
  public var isOpen: Bool {
    get { isVisible }
    set { if newValue { present() } else { isVisible = false } }
  }

  public override var summary: String { isVisible ? super.summary : "" }

  /// Shows it.
  public func present() { with { gtk_window_present($0) } }

  /// Makes a button the one that Return in a field clicks.
  public func makeDefault(_ button: Button) { with { gtk_window_set_default_widget($0, button.pointer) } }

  /// Closes it.
  public func close() { with { gtk_window_destroy($0) } }

  fileprivate func with(_ body: (UnsafeMutablePointer<GtkWindow>) -> Void) {
    pointer.withMemoryRebound(to: GtkWindow.self, capacity: 1, body)
  }
}

/// Gets GTK ready; `false` where there is no screen.
@MainActor public func openDisplay() -> Bool { gtk_init_check() != 0 }
