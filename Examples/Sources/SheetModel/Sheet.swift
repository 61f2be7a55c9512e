import Rill
import Synchronization

/// A spreadsheet from A1 to Z1000, which any thread may edit and watch.
public final class Sheet: Sendable {
  /// The formulas of all cells.
  private struct Content: Sendable {
    var formulas: [Place: Formula] = [:]

    /// The cells that need their own value.
    var onRings: Set<Place> = []
  }

  /// Cells are made at their first use.
  private let cells = Mutex([Cell?](repeating: nil, count: Place.columns * Place.rows))

  private let content = MutableProperty(Content())

  private let computed = Atomic(0)

  public init() {}

  /// The value of a cell, to read and to watch.
  public func value(at place: Place) -> Property<CellValue> { cell(at: place).value }

  /// The text of a cell. Reading it is not tracked.
  public func text(at place: Place) -> String { formula(at: place).text }

  /// Why the formula in a cell cannot be read; `nil` if it can.
  public func mistake(at place: Place) -> String? { formula(at: place).mistake }

  /// How often a cell was computed.
  public var computations: Int { computed.load(ordering: .relaxed) }

  /// Puts texts into cells, in one step.
  public func set(_ texts: [Place: String]) {
    let edited = texts.mapValues { Formula($0) }
    // The cells that this edit has set. If another thread edits meanwhile, the closure runs again on the new formulas.
    var changed = Set(texts.keys)
    batch {
      content.modify { content in
        content.formulas.merge(edited) { $1 }
        let rings = Rings(from: content.onRings.union(texts.keys)) { content.formulas[$0]?.references ?? [] }
        for place in rings.cells.symmetricDifference(content.onRings).union(texts.keys) {
          content.formulas[place]?.isOnRing = rings.cells.contains(place)
          changed.insert(place)
        }
        content.onRings = rings.cells
        for place in changed { self.cell(at: place).formula.value = content.formulas[place] ?? Formula("") }
      }
    }
  }

  private func formula(at place: Place) -> Formula { untracked { content.value.formulas[place] } ?? Formula("") }

  private func cell(at place: Place) -> Cell {
    cells.withLock { cells in
      if let cell = cells[place.index] { return cell }
      let cell = Cell(in: self)
      cells[place.index] = cell
      return cell
    }
  }

  func countComputation() { computed.add(1, ordering: .relaxed) }
}
