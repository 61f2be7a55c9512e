import Rill
import SheetModel
import Testing

@Suite struct HistoryTests {
  private let sheet = Sheet()
  private let history = History()

  private func type(_ place: String, _ text: String) { history.edit([Place(place)!: text], in: sheet) }

  @Test func editsAreTakenBackAndMadeAgain() {
    type("A1", "1")
    type("B1", "=A1*2")
    type("A1", "5")
    #expect(sheet.shown("B1") == "10")
    #expect(history.undo())
    #expect(sheet.shown("B1") == "2")
    #expect(history.undo() && history.undo() && !history.undo())
    #expect(sheet.shown(["A1", "B1"]) == ["", ""])
    #expect(history.redo() && history.redo() && history.redo() && !history.redo())
    #expect(sheet.shown(["A1", "B1"]) == ["5", "10"])
  }

  @Test func aNewEditForgetsUndoneEdits() {
    type("A1", "1")
    #expect(history.undo())
    type("A1", "2")
    #expect(!history.redo())
    #expect(sheet.shown("A1") == "2")
  }

  @Test func aPasteIsTakenBackAsOne() {
    type("B1", "=SUM(A1:A3)")
    let heard = Heard()
    let watching = sheet.value(at: Place("B1")!).subscribe { heard.append("\($0)") }
    history.edit([Place("A1")!: "1", Place("A2")!: "2", Place("A3")!: "3"], in: sheet)
    #expect(history.undo() && history.redo())
    #expect(heard.all == ["0", "6", "0", "6"])
    watching.dispose()
  }

  @Test func aRingIsTakenBackAndMadeAgain() {
    type("A1", "=B1")
    type("B1", "=A1")
    #expect(sheet.shown(["A1", "B1"]) == ["#CYCLE", "#CYCLE"])
    #expect(history.undo())
    #expect(sheet.shown(["A1", "B1"]) == ["", ""])
    #expect(history.redo())
    #expect(sheet.shown(["A1", "B1"]) == ["#CYCLE", "#CYCLE"])
  }

  @Test func undoingAnEditLeavesOtherCellsAsTheyAre() {
    type("A1", "1")
    sheet.set([Place("B1")!: "ticks"])
    #expect(history.undo())
    #expect(sheet.shown(["A1", "B1"]) == ["", "ticks"])
  }
}
