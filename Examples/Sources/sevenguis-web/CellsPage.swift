import Rill
import SevenGUIs
import SheetModel
import WebElements

final class CellsPage: Page {
  private let model = Cells()
  private let cells = Grid("cells", limit: 1_000)
  private let mistake = Label("mistake")

  var elements: [any Element] { [cells, mistake] }

  init() {
    let sheet = model.sheet
    sheet.shown(in: Cells.range).subscribe(with: cells) { cells, change in
      cells.show("\(change.value)", editing: sheet.text(at: change.place), in: "\(change.place)")
    }
    cells.edited.subscribe(with: self) { page, edit in
      guard let place = Place(edit.cell), Cells.range.rows.contains(place.row) else { return }
      page.model.set(edit.text, at: place)
      // The value may be the same although the formula is another.
      page.cells.show("\(sheet.value(at: place).value)", editing: edit.text, in: edit.cell)
    }
    mistake.text <~ model.$mistake
  }
}
