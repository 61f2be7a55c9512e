import CGtk
public import Rill

/// A bubble over another widget, such as a menu.
@MainActor public final class Popover: Widget {
  private lazy var hidden = subject(for: "closed")

  /// Sends when it is closed, by its user or by the program.
  public var closed: Signal<Void, Never> { hidden.signal }

  public init(over owner: Widget, _ content: Widget) {
    super.init(gtk_popover_new(), [content])
    with {
      gtk_popover_set_child($0, content.pointer)
      gtk_popover_set_has_arrow($0, 0)
    }
    gtk_widget_set_parent(pointer, owner.pointer)
    owner.keep(self)
  }

  isolated deinit { gtk_widget_unparent(pointer) }

  /// Where it points to; `nil` while it is closed.
  public var place: Canvas.Place? {
    didSet {
      guard let place else { return with { gtk_popover_popdown($0) } }
      var rectangle = GdkRectangle(x: Int32(place.x), y: Int32(place.y), width: 1, height: 1)
      with {
        gtk_popover_set_pointing_to($0, &rectangle)
        gtk_popover_popup($0)
      }
    }
  }

  public override var summary: String { place == nil ? "" : super.summary }

  private func with(_ body: (UnsafeMutablePointer<GtkPopover>) -> Void) {
    pointer.withMemoryRebound(to: GtkPopover.self, capacity: 1, body)
  }
}
