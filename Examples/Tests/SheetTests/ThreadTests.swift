import Foundation
import Rill
import SheetModel
import Testing

@Suite struct ThreadTests {
  /// Runs the body on four threads, and waits for all of them.
  private func onFourThreads(_ body: @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: 4) { body($0) }
  }

  @Test func fourThreadsEditColumnsOfTheirOwnUnderOneTotal() {
    let sheet = Sheet(["E1": "=SUM(A1:D50)"])
    let heard = Heard()
    let watching = sheet.value(at: Place("E1")!).subscribe { heard.append("\($0)") }
    onFourThreads { column in
      for round in 1...5 {
        for row in 0..<50 { sheet.set([Place(column: column, row: row)!: "\(round * (column + 1))"]) }
      }
    }
    #expect(sheet.shown("E1") == "2500")
    #expect(heard.all.last == "2500")
    watching.dispose()
  }

  @Test func anObserverReceivesNoPartOfAPaste() {
    let sheet = Sheet(["C1": "=A1-B1", "D1": "=C1=0"])
    let heard = Heard()
    let watching = sheet.value(at: Place("C1")!).subscribe { heard.append("\($0)") }
    onFourThreads { thread in
      for round in 1...100 {
        let number = "\(1_000 * thread + round)"
        sheet.set([Place("A1")!: number, Place("B1")!: number])
      }
    }
    #expect(heard.all == ["0"])
    #expect(sheet.shown("D1") == "1")
    watching.dispose()
  }

  @Test func theEditsOfFourThreadsCanAllBeUndone() {
    let sheet = Sheet(["A1": "start"])
    let history = History(limit: 1_000)
    onFourThreads { thread in
      for round in 1...50 {
        history.edit([Place("A1")!: "\(thread)", Place(column: thread, row: 1)!: "\(round)"], in: sheet)
      }
    }
    var edits = 0
    while history.undo() { edits += 1 }
    #expect(edits == 200)
    #expect(sheet.shown(["A1", "A2", "B2", "C2", "D2"]) == ["start", "", "", "", ""])
    while history.redo() {}
    #expect(sheet.shown(["A2", "B2", "C2", "D2"]) == ["50", "50", "50", "50"])
  }

  /// Each thread adds and removes two formulas that form a ring with those of another thread.
  @Test func fourThreadsMakeAndBreakRings() {
    let sheet = Sheet(["E1": "=SUM(A1:D1)"])
    let names = ["A", "B", "C", "D"]
    let watching = sheet.shown(in: PlaceRange("A1:E1")!).subscribe { _ in }
    onFourThreads { thread in
      let place = Place(column: thread, row: 0)!
      for round in 0..<100 {
        sheet.set([place: "=\(names[(thread + 1 + round % 3) % 4])1+1"])
        _ = sheet.value(at: Place("E1")!).value
        if round % 2 == 0 { sheet.set([place: "1"]) }
      }
      sheet.set([place: thread == 3 ? "1" : "=\(names[thread + 1])1+1"])
    }
    #expect(sheet.shown(["A1", "B1", "C1", "D1", "E1"]) == ["4", "3", "2", "1", "10"])
    watching.dispose()
  }
}
