import Rill

/// A cell of a grid, as it is sent to a page.
struct CellLook: Encodable, Sendable {
  let name: String
  var value = ""
  var source = ""
}

/// Cells with names, each of which shows a value and is edited as another text.
///
/// A tab receives the cells that have changed since it was last sent some.
public final class Grid: Element {
  public let id: String

  /// Sends a text that was typed into a cell.
  public let edited = Subject<(cell: String, text: String), Never>()

  private let limit: Int
  private let changed = Subject<Void, Never>()
  private var cells: [String: (look: CellLook, version: Int)] = [:]
  private var version = 0

  /// - Parameter limit: How long the text of a cell may get.
  public init(_ id: String, limit: Int) {
    self.id = id
    self.limit = limit
  }

  /// Shows a value in a cell, and `source` while it is edited.
  public func show(_ value: String, editing source: String, in cell: String) {
    // A cell that was empty all the time is not worth a message.
    guard cells[cell] != nil || !value.isEmpty || !source.isEmpty else { return }
    version += 1
    cells[cell] = (CellLook(name: cell, value: value, source: source), version)
    changed.send()
  }

  public var changes: Signal<Void, Never> { changed.signal }

  public func look(_ known: inout Int) -> Look {
    defer { known = version }
    return Look(cells: cells.values.filter { $0.version > known }.sorted { $0.version < $1.version }.map(\.look))
  }

  public func receive(_ gesture: Gesture) throws(Refusal) {
    guard case .enter(let text, let cell) = gesture else { throw Refusal("\(id) accepts only the text of a cell") }
    guard text.utf16.count <= limit else { throw Refusal("a cell accepts at most \(limit) characters") }
    edited.send((cell, text))
  }
}
