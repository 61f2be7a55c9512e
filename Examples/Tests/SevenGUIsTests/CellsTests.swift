import Rill
import SevenGUIs
import SheetModel
import Testing

@MainActor @Suite struct CellsTests {
  private let cells = Cells()

  private func value(_ name: String) throws -> String {
    cells.sheet.value(at: try #require(Place(name))).value.description
  }

  private func set(_ name: String, _ text: String) throws { cells.set(text, at: try #require(Place(name))) }

  @Test func aChangeReachesAllCellsThatReadTheCell() throws {
    try set("A1", "5")
    try set("B1", "=A1 * 2")
    try set("C1", "=SUM(A1:B1)")
    #expect(try value("C1") == "15")
    try set("A1", "10")
    #expect(try value("B1") == "20")
    #expect(try value("C1") == "30")
  }

  @Test func aMistakeIsExplainedUntilTheNextEdit() throws {
    try set("A1", "=1 +")
    #expect(cells.mistake == "A1: A value is missing at the end.")
    #expect(try value("A1") == "#ERROR")
    try set("A1", "=1 + 1")
    #expect(cells.mistake == "")
    #expect(try value("A1") == "2")
  }

  @Test func theSheetHasAHundredRows() {
    #expect(Cells.range.rows.count == 100)
    #expect(Cells.range.columns.count == 26)
  }
}
