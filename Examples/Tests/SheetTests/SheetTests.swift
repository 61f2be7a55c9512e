import Rill
import SheetModel
import Testing

@Suite struct SheetTests {
  @Test func aCellTracksItsReads() {
    let sheet = Sheet(["A1": "5", "B1": "=A1*2", "C1": "=B1+A1"])
    #expect(sheet.shown(["A1", "B1", "C1"]) == ["5", "10", "15"])
    sheet.type("A1", "6")
    #expect(sheet.shown(["A1", "B1", "C1"]) == ["6", "12", "18"])
    sheet.type("B1", "=A2")
    #expect(sheet.shown(["B1", "C1"]) == ["", "6"])
    sheet.type("A2", "1")
    #expect(sheet.shown(["B1", "C1"]) == ["1", "7"])
  }

  @Test func onlyTheBranchThatIsTakenIsFollowed() {
    let sheet = Sheet(["A1": "1", "A2": "10", "A3": "20", "B1": "=IF(A1, A2, A3)"])
    let heard = Heard()
    let watching = sheet.value(at: Place("B1")!).subscribe { heard.append("\($0)") }
    let before = sheet.computations
    sheet.type("A3", "21")
    // A3 is not watched, and B1 has not read it.
    #expect(sheet.computations == before)
    sheet.type("A1", "0")
    sheet.type("A2", "11")
    sheet.type("A3", "22")
    #expect(heard.all == ["10", "21", "22"])
    watching.dispose()
  }

  @Test func aWindowReceivesTheChangedCells() {
    let sheet = Sheet(["A1": "5", "B1": "=A1*2", "C1": "=A1>0", "D1": "=C1+1"])
    let heard = Heard()
    let watching = sheet.shown(in: PlaceRange("A1:D2")!).subscribe { heard.append("\($0.place)=\($0.value)") }
    #expect(heard.all == ["A1=5", "B1=10", "C1=1", "D1=2", "A2=", "B2=", "C2=", "D2="])
    heard.forget()
    sheet.type("A1", "6")
    // C1 was computed and shows what it did, and so D1 was not even computed.
    #expect(heard.all.sorted() == ["A1=6", "B1=12"])
    heard.forget()
    sheet.type("A1", "6")
    sheet.type("E1", "=A1")
    #expect(heard.all == [])
    watching.dispose()
  }

  @Test func aPasteNotifiesOnce() {
    let sheet = Sheet(["B1": "=SUM(A1:A3)"])
    let heard = Heard()
    let watching = sheet.value(at: Place("B1")!).subscribe { heard.append("\($0)") }
    sheet.set([Place("A1")!: "1", Place("A2")!: "2", Place("A3")!: "3"])
    #expect(heard.all == ["0", "6"])
    watching.dispose()
  }

  /// An edit holds a lock, but not while observers are notified.
  @Test func anObserverMayEdit() {
    let sheet = Sheet(["A1": "1"])
    let watching = sheet.value(at: Place("A1")!).subscribe { sheet.type("B1", "\($0)") }
    sheet.type("A1", "2")
    #expect(sheet.shown("B1") == "2")
    watching.dispose()
  }

  @Test func aSheetIsReleasedWithItsCells() {
    weak var released: Sheet?
    do {
      let sheet = Sheet(["A1": "1", "A2": "=A1", "A3": "=A4", "A4": "=A3"])
      released = sheet
      _ = sheet.shown(["A1", "A2", "A3"])
    }
    #expect(released == nil)
  }
}
