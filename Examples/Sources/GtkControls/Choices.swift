import CGtk
public import Rill

/// A choice of one of several texts.
@MainActor public final class DropDown: Widget, EditableControl {
  private lazy var changed = subject(for: "notify::selected")
  public var edits: Signal<Void, Never> { changed.signal }

  private let titles: [String]

  /// The number of the selected text.
  public var selection: Int {
    get { Int(gtk_drop_down_get_selected(OpaquePointer(pointer))) }
    set { gtk_drop_down_set_selected(OpaquePointer(pointer), guint(newValue)) }
  }

  public init(_ titles: [String]) {
    self.titles = titles
    let strings = gtk_string_list_new(nil)
    for title in titles { gtk_string_list_append(strings, title) }
    super.init(gtk_drop_down_new(strings, nil))
  }

  public override var summary: String { "<\(titles[selection])>" }
}

/// A number that is set by dragging.
@MainActor public final class Slider: Widget, EditableControl {
  private lazy var changed = subject(for: "value-changed")
  public var edits: Signal<Void, Never> { changed.signal }

  public var value: Double {
    get { with { gtk_range_get_value($0) } }
    set { with { gtk_range_set_value($0, newValue) } }
  }

  /// - Parameter step: By how much an arrow key changes it.
  public init(in range: ClosedRange<Double>, step: Double) {
    super.init(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step))
    gtk_widget_set_size_request(pointer, 200, -1)
  }

  public override var summary: String { "\(value)" }

  private func with<Result>(_ body: (UnsafeMutablePointer<GtkRange>) -> Result) -> Result {
    pointer.withMemoryRebound(to: GtkRange.self, capacity: 1, body)
  }
}
