import Rill
import SheetModel
import Testing

@Suite struct RingTests {
  @Test func aCellThatReadsItselfIsAnErrorUntilItDoesNot() {
    let sheet = Sheet(["A1": "=A1+1"])
    #expect(sheet.shown("A1") == "#CYCLE")
    #expect(sheet.text(at: Place("A1")!) == "=A1+1")
    sheet.type("A1", "=B1+1")
    #expect(sheet.shown("A1") == "1")
    sheet.type("A1", "=SUM(A1:A1)")
    #expect(sheet.shown("A1") == "#CYCLE")
    sheet.type("A1", "")
    #expect(sheet.shown("A1") == "")
  }

  @Test func allCellsOfARingAreErrorsAndRecover() {
    let sheet = Sheet(["A1": "=B1+1", "B1": "=C1+1", "D1": "=A1", "E1": "=IF(C1, 1, A1)"])
    let heard = Heard()
    let watching = sheet.value(at: Place("A1")!).subscribe { heard.append("\($0)") }
    #expect(sheet.shown(["A1", "B1", "C1", "D1", "E1"]) == ["2", "1", "", "2", "2"])
    sheet.type("C1", "=SUM(A1:A9)")
    #expect(sheet.shown(["A1", "B1", "C1", "D1", "E1"]) == Array(repeating: "#CYCLE", count: 5))
    sheet.type("C1", "5")
    #expect(sheet.shown(["A1", "B1", "C1", "D1", "E1"]) == ["7", "6", "5", "7", "1"])
    #expect(heard.all == ["2", "#CYCLE", "7"])
    watching.dispose()
  }

  /// E1 is on no ring: it only chooses whether to read one.
  @Test func aCellThatDoesNotReadTheRingHasAValue() {
    let sheet = Sheet(["A1": "=B1", "B1": "=A1", "E1": "=IF(F1, A1, 3)"])
    #expect(sheet.shown(["A1", "E1"]) == ["#CYCLE", "3"])
    sheet.type("F1", "1")
    #expect(sheet.shown("E1") == "#CYCLE")
  }

  @Test func ofTwoRingsThroughOneCellTheOtherStays() {
    let sheet = Sheet(["A1": "=B1+C1", "B1": "=A1", "C1": "=A1"])
    #expect(sheet.shown(["A1", "B1", "C1"]) == ["#CYCLE", "#CYCLE", "#CYCLE"])
    sheet.type("B1", "1")
    #expect(sheet.shown(["A1", "B1", "C1"]) == ["#CYCLE", "1", "#CYCLE"])
    sheet.type("C1", "2")
    #expect(sheet.shown(["A1", "B1", "C1"]) == ["3", "1", "2"])
  }

  @Test func twoRingsThatOneReadsOfTheOtherBreakOneByOne() {
    let sheet = Sheet(["A1": "=A2+B1", "A2": "=A1", "B1": "=B2", "B2": "=B1"])
    sheet.type("A2", "1")
    // A1 is not on a ring now, and reads one.
    #expect(sheet.shown(["A1", "A2", "B1", "B2"]) == ["#CYCLE", "1", "#CYCLE", "#CYCLE"])
    sheet.type("B2", "2")
    #expect(sheet.shown(["A1", "A2", "B1", "B2"]) == ["3", "1", "2", "2"])
  }

  /// A paste that reverses a chain makes no ring, in any order of its cells.
  @Test func aPasteThatTurnsAChainRoundMakesNoRing() {
    let column = (1...50).map { Place("A\($0)")! }
    let down = Dictionary(uniqueKeysWithValues: column.map { ($0, $0.row == 0 ? "1" : "=A\($0.row)+1") })
    let up = Dictionary(uniqueKeysWithValues: column.map { ($0, $0.row == 49 ? "1" : "=A\($0.row + 2)+1") })
    let sheet = Sheet()
    let heard = Heard()
    let watching = sheet.value(at: column[49]).subscribe { heard.append("\($0)") }
    for texts in [down, up, down] { sheet.set(texts) }
    #expect(heard.all == ["", "50", "1", "50"])
    watching.dispose()
  }

  @Test func aRingOfAThousandIsMadeAndBroken() {
    let sheet = Sheet()
    let column = (2...1_000).map { Place("A\($0)")! }
    sheet.set(Dictionary(uniqueKeysWithValues: column.map { ($0, "=A\($0.row)+1") }))
    sheet.type("A1", "=A1000")
    #expect(sheet.shown(["A1", "A500", "A1000"]) == ["#CYCLE", "#CYCLE", "#CYCLE"])
    sheet.type("A500", "7")
    #expect(sheet.shown(["A1", "A499", "A500", "A1000"]) == ["507", "1005", "7", "507"])
  }
}
