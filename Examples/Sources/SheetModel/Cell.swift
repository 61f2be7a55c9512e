import Rill

/// One cell: its formula and its value.
final class Cell: Sendable {
  let formula: MutableProperty<Formula>

  /// It follows the formula, and the cells that the formula has read the last time.
  let value: Property<CellValue>

  init(in sheet: Sheet) {
    let formula = MutableProperty(Formula(""))
    self.formula = formula
    // The sheet keeps its cells; so they do not keep it.
    value = Property { [weak sheet] in
      guard let sheet else { return .empty }
      sheet.countComputation()
      return formula.value.evaluate { sheet.value(at: $0).value }
    }
    .distinctUntilChanged()
  }
}
