import CGtk
public import Rill

/// A list, which follows another by its edits.
@MainActor public class ListBox: Widget {
  public init() { super.init(gtk_list_box_new()) }

  /// The rows that are shown. They are kept, and so are their bindings.
  private var rows: [Widget] = []

  /// How many rows are shown.
  public var count: Int { rows.count }

  public override var summary: String { rows.map(\.summary).joined(separator: "; ") }

  /// Has a row for each element.
  public func follow<List: ListProtocol>(_ list: List, row: @escaping @MainActor (List.Element) -> Widget) {
    list.edits.take(duringLifetimeOf: self).subscribe(with: self) { box, change in
      for edit in change.edits { box.apply(edit, row) }
    }
  }

  fileprivate func apply<Element>(_ edit: CollectionEdit<Element>, _ row: @MainActor (Element) -> Widget) {
    switch edit {
    case .insert(let element, let index): insert(row(element), at: index)
    case .remove(_, let index): remove(at: index)
    case .replace(_, let element, let index):
      remove(at: index)
      insert(row(element), at: index)
    case .move(let element, let index, let other):
      remove(at: index)
      insert(row(element), at: other)
    }
  }

  private func insert(_ row: Widget, at index: Int) {
    gtk_list_box_insert(OpaquePointer(pointer), row.pointer, Int32(index))
    rows.insert(row, at: index)
  }

  private func remove(at index: Int) {
    let row = gtk_list_box_get_row_at_index(OpaquePointer(pointer), Int32(index))
    row?.withMemoryRebound(to: GtkWidget.self, capacity: 1) { gtk_list_box_remove(OpaquePointer(pointer), $0) }
    rows.remove(at: index)
  }
}

/// A list in which one row can be selected.
///
/// The selection belongs to an element, and not to a place. While the element has no row, no row is selected.
@MainActor public final class SelectionList<ID: Hashable & Sendable>: ListBox, EditableControl {
  private let selected = Subject<Void, Never>()
  public var edits: Signal<Void, Never> { selected.signal }

  private var ids: [ID] = []

  /// Whether rows are changing. GTK then reports that the selection has gone with a row.
  private var isFollowing = false

  private var wanted: ID?

  /// The identity of the selected element.
  public var selection: ID? {
    get {
      guard !isFollowing, let row = gtk_list_box_get_selected_row(OpaquePointer(pointer)) else { return nil }
      let index = Int(gtk_list_box_row_get_index(row))
      return ids.indices.contains(index) ? ids[index] : nil
    }
    set {
      wanted = newValue
      select()
    }
  }

  public override init() {
    super.init()
    subject(for: "row-selected").subscribe(with: self) { list, _ in
      guard !list.isFollowing else { return }
      list.wanted = list.selection
      list.selected.send()
    }
  }

  /// Has a row for each element, and keeps the selection.
  public func followSelecting<List: ListProtocol>(_ list: List, row: @escaping @MainActor (List.Element) -> Widget)
  where List.Element: Identifiable, List.Element.ID == ID {
    list.edits.take(duringLifetimeOf: self).subscribe(with: self) { box, change in
      box.isFollowing = true
      for edit in change.edits { box.apply(edit, row) }
      box.ids = change.after.map(\.id)
      box.select()
      box.isFollowing = false
    }
  }

  private func select() {
    guard let wanted, let index = ids.firstIndex(of: wanted) else {
      return gtk_list_box_unselect_all(OpaquePointer(pointer))
    }
    gtk_list_box_select_row(OpaquePointer(pointer), gtk_list_box_get_row_at_index(OpaquePointer(pointer), Int32(index)))
  }

  public override var summary: String { super.summary + (selection.map { " selected: \($0)" } ?? "") }
}
