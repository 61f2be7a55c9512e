import TerminalLines
import Testing

@Suite struct LineEditorTests {
  @Test(arguments: [
    ("abc\u{1B}[D\u{1B}[DX\n", ["aXbc"]), ("abc\u{1B}[D\u{1B}[CX\n", ["abcX"]),
    ("abc\u{1B}[HX\u{1B}[FY\n", ["XabcY"]), ("abc\u{1}X\u{5}Y\n", ["XabcY"]),
    ("abc\u{7F}\n", ["ab"]), ("abc\u{1}\u{1B}[3~\n", ["bc"]), ("abc\u{1}\u{7F}\n", ["abc"]),
    ("abc\u{1B}[D\u{15}\n", ["c"]), ("abc\u{1B}[D\u{B}\n", ["ab"]), ("abc\u{1}\u{4}\n", ["bc"]),
    ("aé👍🏽\u{7F}\n", ["aé"]), ("ae\u{301}\u{7F}\n", ["a"]), ("é\u{1B}[Dx\n", ["xé"]),
    ("a\nb\n\u{1B}[A\u{1B}[A\n", ["a", "b", "a"]), ("a\nx\u{1B}[A\u{1B}[By\n", ["a", "xy"]),
    ("a\u{1B}[5~b\n", ["ab"]),
  ])
  func keysEditTheLine(_ keys: String, _ lines: [String]) {
    var editor = LineEditor()
    #expect(keys.utf8.compactMap { editor.receive($0) } == lines.map { .line($0) })
  }

  @Test func controlKeysAreEvents() {
    var editor = LineEditor()
    #expect(editor.receive(3) == .control(3))
    #expect(editor.receive(4) == .end)
  }

  @Test func aLineThatIsTooLongIsShownAroundTheCursor() {
    var editor = LineEditor()
    editor.columns = 4
    for byte in "abcdef".utf8 { _ = editor.receive(byte) }
    #expect(editor.redraw == "\r\u{1B}[Kdef\rdef")
    _ = editor.receive(1)
    #expect(editor.redraw == "\r\u{1B}[Kabc\r")
  }
}
