import CGtk
public import Rill

/// Rows and columns of short texts, each of which is edited in its place after a double click.
@MainActor public final class Grid: Widget {
  /// Column and row, from 0.
  public struct Place: Hashable, Sendable {
    public let column: Int
    public let row: Int

    public init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
  }

  /// Sends a text that was typed into a cell, after Return.
  public let edited = Subject<(place: Place, text: String), Never>()

  private let source: @MainActor (Place) -> String
  private let columns: [String]
  private let cells: [Place: Label]
  private let names: [Label]
  private let entry = Entry()

  /// The cell that is edited.
  private var place: Place?

  /// - Parameters:
  ///   - columns: The names of the columns. The rows have numbers.
  ///   - width: How many characters a cell shows.
  ///   - source: The text to edit in a cell, which may show another.
  public init(
    columns: [String], rows: Int, width: Int32, source: @escaping @MainActor (Place) -> String
  ) {
    let places = (0..<rows).flatMap { row in columns.indices.map { Place(column: $0, row: row) } }
    self.source = source
    self.columns = columns
    cells = Dictionary(uniqueKeysWithValues: places.map { ($0, Label(width: width)) })
    names = columns.map { Label($0) } + (1...rows).map { Label("\($0)") }
    super.init(gtk_grid_new(), names)
    gtk_editable_set_width_chars(OpaquePointer(entry.pointer), width)
    gtk_widget_add_css_class(pointer, "grid")
    _ = Self.style
    for (index, name) in names.enumerated() {
      name.isEnabled = false
      gtk_widget_set_margin_end(name.pointer, 6)
      if index < columns.count { attach(name, index + 1, 0) } else { attach(name, 0, index - columns.count + 1) }
    }
    for (place, label) in cells {
      gtk_widget_add_css_class(label.pointer, "cell")
      attach(label, at: place)
    }
    presses(of: 1).filter { $0.count == 2 }.subscribe(with: self) { grid, press in
      let picked = gtk_widget_pick(grid.pointer, press.x, press.y, GTK_PICK_DEFAULT)
      if let place = grid.cells.first(where: { $0.value.pointer == picked })?.key { grid.open(place) }
    }
    entry.returns.subscribe(with: self) { grid, _ in grid.commit() }
    entry.escapes().subscribe(with: self) { grid, _ in grid.close() }
  }

  /// Shows a text in a cell.
  public func show(_ text: String, at place: Place) { cells[place]?.text = text }

  public override var summary: String {
    let texts = cells.filter { !$0.value.text.isEmpty }.map {
      "\(columns[$0.key.column])\($0.key.row + 1)=\($0.value.text)"
    }
    return (texts.sorted() + (place == nil ? [] : [entry.summary])).joined(separator: "; ")
  }

  private func open(_ place: Place) {
    close()
    self.place = place
    cells[place]?.isVisible = false
    entry.text = source(place)
    attach(entry, at: place)
    gtk_widget_grab_focus(entry.pointer)
  }

  private func commit() {
    guard let place else { return }
    let text = entry.text
    close()
    edited.send((place, text))
  }

  private func close() {
    guard let place else { return }
    self.place = nil
    with { gtk_grid_remove($0, entry.pointer) }
    cells[place]?.isVisible = true
  }

  private static let style: Void = {
    let provider = gtk_css_provider_new()
    let style = """
      .grid .cell { background: @theme_base_color; border: solid @borders; border-width: 0 1px 1px 0; padding: 3px 5px; }
      .grid entry { min-height: 0; border-radius: 0; padding: 1px 4px; }
      """
    gtk_css_provider_load_from_data(provider, style, -1)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }()

  private func attach(_ widget: Widget, at place: Place) { attach(widget, place.column + 1, place.row + 1) }

  private func attach(_ widget: Widget, _ column: Int, _ row: Int) {
    with { gtk_grid_attach($0, widget.pointer, Int32(column), Int32(row), 1, 1) }
  }

  private func with(_ body: (UnsafeMutablePointer<GtkGrid>) -> Void) {
    pointer.withMemoryRebound(to: GtkGrid.self, capacity: 1, body)
  }
}
