import GtkControls
import Rill
import SevenGUIs
import SheetModel

@MainActor final class CellsScreen: Screen {
  let window: Window
  private let model = Cells()

  init() {
    let range = Cells.range
    let names = range.columns.compactMap { Place(column: $0, row: 0)?.columnName }
    let grid = Grid(columns: names, rows: range.rows.count, width: 8) { [model] in
      Place(column: $0.column, row: $0.row).map { model.sheet.text(at: $0) } ?? ""
    }
    let mistake = Label()
    window = Window("Cells", Column([ScrollView(grid, height: 300), mistake]), width: 640, height: 400)
    model.sheet.shown(in: range).take(duringLifetimeOf: grid).subscribe(with: grid) { grid, change in
      grid.show("\(change.value)", at: Grid.Place(column: change.place.column, row: change.place.row))
    }
    grid.edited.subscribe(with: model) { model, edit in
      if let place = Place(column: edit.place.column, row: edit.place.row) { model.set(edit.text, at: place) }
    }
    bind(\.text, of: mistake, to: model.$mistake)
  }
}
