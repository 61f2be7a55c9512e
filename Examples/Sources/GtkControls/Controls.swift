import CGtk
public import Rill

/// A field for one line of text.
@MainActor public final class Entry: Widget, EditableControl {
  // GTK notifies of each change, also of those by the program.
  private lazy var changed = subject(for: "changed")
  public var edits: Signal<Void, Never> { changed.signal }

  public var text: String {
    get { String(cString: gtk_editable_get_text(OpaquePointer(pointer))) }
    set { if newValue != text { gtk_editable_set_text(OpaquePointer(pointer), newValue) } }
  }

  /// Sends when Return is pressed in it.
  public private(set) lazy var returns = subject(for: "activate").signal

  public init() {
    super.init(gtk_entry_new())
    pointer.withMemoryRebound(to: GtkEntry.self, capacity: 1) { gtk_entry_set_activates_default($0, 1) }
  }

  public override var summary: String { "‹\(text)›\(isEnabled ? "" : " off")\(isWrong ? " wrong" : "")" }
}

/// A button with a title.
@MainActor public final class Button: Widget, CommandControl {
  private lazy var clicked = subject(for: "clicked")
  public var activations: Signal<Void, Never> { clicked.signal }
  public let commandBinding = CommandBinding()

  private let title: String

  public init(_ title: String) {
    self.title = title
    super.init(gtk_button_new_with_label(title))
  }

  public override var summary: String { isEnabled ? "[\(title)]" : "[\(title)] off" }
}

/// A line of text to read.
@MainActor public final class Label: Widget {
  public var text: String {
    get { String(cString: gtk_label_get_text(OpaquePointer(pointer))) }
    set { gtk_label_set_text(OpaquePointer(pointer), newValue) }
  }

  /// - Parameter width: How many characters wide it is at least.
  public init(_ text: String = "", width: Int32 = -1) {
    super.init(gtk_label_new(text))
    gtk_label_set_width_chars(OpaquePointer(pointer), width)
    gtk_label_set_xalign(OpaquePointer(pointer), 0)
  }

  public override var summary: String { text }
}

/// How far something is.
@MainActor public final class ProgressBar: Widget {
  public var fraction: Double {
    get { gtk_progress_bar_get_fraction(OpaquePointer(pointer)) }
    set { gtk_progress_bar_set_fraction(OpaquePointer(pointer), newValue) }
  }

  public init() {
    super.init(gtk_progress_bar_new())
    gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER)
  }

  public override var summary: String { "\(Int((100 * fraction).rounded())) %" }
}
