import Rill

/// Some cells of a sheet, whose texts can be put back.
private final class EditedCells: Undoable {
  private let sheet: Sheet
  private let places: [Place]

  init(of sheet: Sheet, at places: some Collection<Place>) { (self.sheet, self.places) = (sheet, Array(places)) }

  func checkpoint() -> @Sendable () -> Void {
    let texts = Dictionary(uniqueKeysWithValues: places.map { ($0, sheet.text(at: $0)) })
    return { [sheet] in sheet.set(texts) }
  }
}

extension History {
  /// Puts texts into cells of a sheet, in one step. Undoing it leaves the other cells as they are.
  public func edit(_ texts: [Place: String], in sheet: Sheet) {
    step(of: [EditedCells(of: sheet, at: texts.keys)]) { sheet.set(texts) }
  }
}
