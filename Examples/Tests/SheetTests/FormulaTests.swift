import Rill
import SheetModel
import Testing

@Suite struct FormulaTests {
  private let sheet = Sheet(["A1": "6", "A2": "1.5", "A3": "six", "A5": "-2", "B1": "=1/0"])

  @Test(
    arguments: [
      ("", ""), ("5", "5"), ("-0.5", "-0.5"), ("1e3", "1000"), ("five", "five"), ("nan", "nan"), ("1e999", "1e999"),
      ("5 apples", "5 apples"),
      ("=1+2*3", "7"), ("=(1+2)*3", "9"), ("=10-2-3", "5"), ("=12/2/3", "2"), ("=--3", "3"), ("=-A1*-2", "12"),
      ("=0.1+0.2", "0.3"),
      ("= A1", "6"), ("=A1", "6"), ("= a1 / A2", "4"), ("=A3", "six"), ("=A4", ""), ("=A4+1", "1"), ("=.5+.5", "1"),
      ("=A1>5", "1"), ("=A1<=5", "0"), ("=A1<>6", "0"), ("=A3=\"six\"", "1"), ("=A4=0", "1"), ("=1+1=2", "1"),
      ("=A1>=6", "1"), ("=A1<6", "0"),
      ("=SUM(A1:A5)", "5.5"), ("=sum(a5:a1)", "5.5"), ("=MIN(A1:A5)", "-2"), ("=MAX(A1:A5)", "6"),
      ("=COUNT(A1:A5)", "3"),
      ("=AVERAGE(A1:A2)", "3.75"), ("=SUM(A1, A2:A3, 2*2)", "11.5"), ("=SUM(A3)", "0"), ("=SUM(C1:D9)", "0"),
      ("=MIN(C1:C2)", "0"),
      ("=IF(A1>5, \"big\", \"small\")", "big"), ("=IF(A4, 1, A1*2)", "12"), ("=IF(A1, A1, B1)", "6"),
    ])
  func aFormulaIsCalculated(_ text: String, _ shown: String) {
    sheet.type("Z1000", text)
    #expect(sheet.shown("Z1000") == shown)
    #expect(sheet.text(at: Place("Z1000")!) == text)
  }

  @Test(
    arguments: [
      "=", "=1+", "=*2", "=(1", "=1)", "=1 2", "=A0", "=A1001", "=AA1", "=A", "=FOO(1)", "=SUM()", "=SUM(1", "=SUM",
      "=SUM(A1:)", "=A1:A2",
      "=IF(1, 2)", "=IF(1, 2, 3, 4)", "=1..2", "=\"open", "=A3+1", "=-A3", "=1e999", "=9e307*10", "=SUM(9e307, 9e307)",
      "=IF(A1:A2, 1, 2)",
      "=" + String(repeating: "(", count: 100_000),
      "=" + String(repeating: "SUM(", count: 100) + "1" + String(repeating: ")", count: 100),
    ])
  func aFormulaThatMakesNoSenseIsAnError(_ text: String) {
    sheet.type("C1", text)
    #expect(sheet.shown("C1") == "#ERROR")
  }

  @Test(
    arguments: [
      ("=AVG(A1:A2)", "AVG is not a function. Did you mean AVERAGE?"),
      ("=FOO(1)", "FOO is not a function. The functions are SUM, MIN, MAX, AVERAGE, COUNT, IF."),
      ("=B1+", "A value is missing at the end."),
      ("=*2", "A value is missing before “*2”."),
      ("=(1", ") is missing at the end."),
      ("=1 2", "An operator is missing before “2”."),
      ("=ZZ9999", "“ZZ9999” is neither a number nor a cell; cells are A1 to Z1000."),
      ("=IF(1, 2)", "IF needs three arguments: IF(A1 > 3, 1, 0)."),
      ("=SUM(A1:)", "A range needs a second cell: A1:B9."),
      ("=\"open", "A text needs a closing quotation mark."),
    ])
  func aFormulaThatCannotBeReadHasAReason(_ text: String, _ reason: String) {
    sheet.type("C1", text)
    #expect(sheet.mistake(at: Place("C1")!) == reason)
    sheet.type("C1", "=1+1")
    #expect(sheet.mistake(at: Place("C1")!) == nil)
  }

  @Test(arguments: ["=A1/0", "=A1/A4", "=B1", "=B1+1", "=SUM(A1:B2)", "=AVERAGE(C1:C9)", "=IF(B1, 1, 2)", "=COUNT(B1)"])
  func divisionByZeroIsAnErrorOfEveryReader(_ text: String) {
    sheet.type("D1", text)
    #expect(sheet.shown("D1") == "#DIV/0")
  }

  @Test func aLongFormulaTakesNoStack() {
    sheet.type("C1", "=" + Array(repeating: "A1", count: 50_000).joined(separator: "+"))
    #expect(sheet.shown("C1") == "300000")
    sheet.type("C1", "=" + String(repeating: "-", count: 50_000) + "A1")
    #expect(sheet.shown("C1") == "6")
  }

  @Test func aPlaceIsALetterAndARow() {
    #expect(["A1", "z1000", "B07"].map { Place($0)?.description } == ["A1", "Z1000", "B7"])
    let wrong = ["", "A", "1", "A0", "A1001", "A-1", "A+1", "[1", "@1", "É1", "A1 ", "A99999999999999999999"]
    #expect(wrong.compactMap { Place($0) } == [])
    #expect(PlaceRange("B2:A1")?.map(\.description) == ["A1", "B1", "A2", "B2"])
    #expect(PlaceRange("C3")?.map(\.description) == ["C3"])
    #expect(PlaceRange("A1:B2:C3") == nil && PlaceRange("A1:") == nil && PlaceRange(":A1") == nil)
  }
}
