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

  public init() {
    super.init(gtk_entry_new())
    pointer.withMemoryRebound(to: GtkEntry.self, capacity: 1) { gtk_entry_set_activates_default($0, 1) }
  }
}

/// A button with a title.
@MainActor public final class Button: Widget, CommandControl {
  private lazy var clicked = subject(for: "clicked")
  public var activations: Signal<Void, Never> { clicked.signal }
  public let commandBinding = CommandBinding()

  public init(_ title: String) { super.init(gtk_button_new_with_label(title)) }
}

/// A line of text to read.
@MainActor public final class Label: Widget {
  public var text: String {
    get { String(cString: gtk_label_get_text(OpaquePointer(pointer))) }
    set { gtk_label_set_text(OpaquePointer(pointer), newValue) }
  }

  public init(_ text: String = "") { super.init(gtk_label_new(text)) }
}

/// How far something is.
@MainActor public final class ProgressBar: Widget {
  public var fraction: Double {
    get { gtk_progress_bar_get_fraction(OpaquePointer(pointer)) }
    set { gtk_progress_bar_set_fraction(OpaquePointer(pointer), newValue) }
  }

  public init() { super.init(gtk_progress_bar_new()) }
}

/// A list, which follows another by its edits.
@MainActor public final class ListBox: Widget {
  public init() { super.init(gtk_list_box_new()) }

  /// How many rows are shown.
  public private(set) var count = 0

  /// Has a row for each element.
  public func follow<List: ListProtocol>(_ list: List, row: @escaping @MainActor (List.Element) -> Widget) {
    list.edits.take(duringLifetimeOf: self).subscribe(with: self) { box, change in
      for edit in change.edits {
        switch edit {
        case .insert(let element, let index): box.insert(row(element), at: index)
        case .remove(_, let index): box.remove(at: index)
        case .replace(_, let element, let index):
          box.remove(at: index)
          box.insert(row(element), at: index)
        case .move(let element, let index, let other):
          box.remove(at: index)
          box.insert(row(element), at: other)
        }
      }
    }
  }

  private func insert(_ row: Widget, at index: Int) {
    gtk_list_box_insert(OpaquePointer(pointer), row.pointer, Int32(index))
    count += 1
  }

  private func remove(at index: Int) {
    let row = gtk_list_box_get_row_at_index(OpaquePointer(pointer), Int32(index))
    row?.withMemoryRebound(to: GtkWidget.self, capacity: 1) { gtk_list_box_remove(OpaquePointer(pointer), $0) }
    count -= 1
  }
}
