import Rill
import Synchronization

/// A spreadsheet from A1 to Z1000, which any thread may edit and watch.
public final class Sheet: Sendable {
  /// Cells are made at their first use.
  private let cells = Mutex([Cell?](repeating: nil, count: Place.columns * Place.rows))

  /// The cells that need their own value. An edit holds the lock from begin to end, so edits are serialized.
  private let onRings = Mutex<Set<Place>>([])

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

  /// Sets the texts of cells in one step, and returns the previous texts.
  @discardableResult
  public func set(_ texts: [Place: String]) -> [Place: String] {
    let formulas = texts.mapValues { Formula($0) }
    // The lock is inside of the batch. Observers are notified after the batch, when nothing is locked.
    return batch {
      onRings.withLock { onRings in
        let before = Dictionary(uniqueKeysWithValues: texts.keys.map { ($0, text(at: $0)) })
        let rings = Rings(from: onRings.union(texts.keys).sorted()) { place in
          (formulas[place] ?? self.formula(at: place)).references
        }
        // A cell after all that it reads: so there is never a ring, not even in the middle.
        for place in rings.order {
          let isOnRing = rings.cells.contains(place)
          guard formulas[place] != nil || isOnRing != onRings.contains(place) else { continue }
          var formula = formulas[place] ?? self.formula(at: place)
          formula.isOnRing = isOnRing
          cell(at: place).formula.value = formula
        }
        onRings = rings.cells
        return before
      }
    }
  }

  private func formula(at place: Place) -> Formula {
    let cell = cells.withLock { $0[place.index] }
    return untracked { cell?.formula.value } ?? Formula("")
  }

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
