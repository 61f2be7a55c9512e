import Rill
import SheetModel
import Testing

@Suite struct ScaleTests {
  private let all = PlaceRange("A1:Z1000")!

  @Test func anEditAtTheTopOfAColumnComputesEachCellOnce() {
    let sheet = Sheet()
    let column = (2...1_000).map { Place("A\($0)")! }
    sheet.set(Dictionary(uniqueKeysWithValues: column.map { ($0, "=A\($0.row)+1") }))
    sheet.type("A1", "1")
    let heard = Heard()
    let watching = sheet.value(at: Place("A1000")!).subscribe { heard.append("\($0)") }
    let before = sheet.computations
    sheet.type("A1", "2")
    #expect(sheet.computations - before == 1_000)
    sheet.type("A900", "0")
    #expect(sheet.computations - before == 1_101)
    #expect(heard.all == ["1000", "1001", "100"])
    watching.dispose()
  }

  @Test func anEditUnderATotalOfAllCellsComputesTwo() {
    let sheet = Sheet()
    var texts = Dictionary(uniqueKeysWithValues: all.map { ($0, "1") })
    texts[Place("Z1000")!] = "=SUM(A1:Z999)+SUM(A1000:Y1000)"
    sheet.set(texts)
    let heard = Heard()
    let watching = sheet.value(at: Place("Z1000")!).subscribe { heard.append("\($0)") }
    let before = sheet.computations
    sheet.type("M500", "11")
    #expect(sheet.computations - before == 2)
    #expect(heard.all == ["25999", "26009"])
    watching.dispose()
  }

  @Test func aSheetFullOfFormulas() {
    let sheet = Sheet()
    let texts = all.map { place in
      // Each adds one to the cell above, and reads the one to its left.
      let left = Place(column: place.column - 1, row: place.row).map { "+\($0)*0" } ?? ""
      let above = Place(column: place.column, row: place.row - 1).map { "+\($0)" } ?? ""
      return (place, "=1\(above)\(left)")
    }
    sheet.set(Dictionary(uniqueKeysWithValues: texts))
    #expect(sheet.shown("Z1000") == "1000")
    #expect(sheet.computations == 26_000)
    sheet.type("Z1", "=5")
    #expect(sheet.shown("Z1000") == "1004")
    #expect(sheet.computations == 27_000)
  }
}
