import Foundation
import Rill
import StreamTesting
import Testing

@Suite struct LinesTests {
  private func lines(_ pieces: String..., longest: Int = 100) -> [String] {
    Recorder(Signal(pieces).map { Data($0.utf8) }.lines(longest: longest)).values
  }

  @Test func piecesNeedNotBeLines() {
    #expect(lines("on", "e\ntwo\nth", "ree") == ["one", "two", "three"])
    #expect(lines("one\n") == ["one"])
    #expect(lines("\n\na\n\n") == ["", "", "a", ""])
    #expect(lines() == [])
    #expect(lines("", "") == [])
  }

  @Test func carriageReturnsBelongToTheLineEnd() {
    #expect(lines("a\r", "\nb\r\nc\rd") == ["a", "b", "c\rd"])
  }

  @Test func charactersThatArriveInPartsStayWhole() {
    let bytes = Data("né\n☕️\n".utf8)
    let recorder = Recorder(Signal(bytes.map { Data([$0]) }).lines())
    #expect(recorder.values == ["né", "☕️"])
    #expect(Recorder(Signal([Data([0x61, 0xFF, 0x0A])]).lines()).values == ["a\u{FFFD}"])
  }

  /// A chunk of ASCII is not checked again for each line.
  @Test func chunksOfASCIIAndOthersHaveTheSameLines() {
    let long = String(repeating: "a long line ", count: 3)
    #expect(lines("short\n\(long)\nx", "y\nné\n\(long)☕️\n", "z\n") == ["short", long, "xy", "né", long + "☕️", "z"])
    let broken = Data("\(long)\nab".utf8) + [0xC3, 0x0A, 0xFF, 0x0A]
    #expect(Recorder(Signal([broken]).lines()).values == [long, "ab\u{FFFD}", "\u{FFFD}"])
  }

  @Test func aLineThatIsTooLongComesInParts() {
    #expect(lines("abcdefgh\nij", longest: 3) == ["abc", "def", "gh", "ij"])
    #expect(lines("abc\nd", longest: 3) == ["abc", "d"])
    #expect(lines("ab", "cd", "e\n", longest: 4) == ["abcd", "e"])
  }

  @Test func theEndOfALineDoesNotCountAsItsLength() {
    #expect(lines("abc\r\nd", longest: 3) == ["abc", "d"])
    #expect(lines("abc\r", "\n", "d\r\n", longest: 3) == ["abc", "d"])
    #expect(lines("abc\r", "d\n", longest: 3) == ["abc", "\rd"])
    #expect(lines("abcd\r\n", longest: 3) == ["abc", "d"])
    #expect(lines("abc\r\r\n", longest: 3) == ["abc", "\r"])
    #expect(lines("a\r\nb\r\n", longest: 1) == ["a", "b"])
  }

  @Test func aLineThatIsTooLongIsCutBetweenCharacters() {
    #expect(lines("aéé\n", longest: 2) == ["a", "é", "é"])
    #expect(lines("ab☕️c", longest: 4) == ["ab", "☕", "\u{FE0F}c"])
    #expect(lines("😀😀😀\n", longest: 5) == ["😀", "😀", "😀"])
    let bytes = Data("a😀é☕b\r\n".utf8)
    for longest in 4...8 {
      for size in 1...bytes.count {
        let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
        let parts = Recorder(Signal(pieces).lines(longest: longest)).values
        #expect(parts.joined() == "a😀é☕b")
        #expect(parts.allSatisfy { $0.utf8.count <= longest })
      }
    }
    // A character that is longer than a part, and bytes that are none.
    #expect(lines("😀", longest: 2).count == 2)
    #expect(Recorder(Signal([Data(repeating: 0x80, count: 5)]).lines(longest: 2)).values.count == 3)
  }

  @Test func aSlicedPieceIsReadFromItsOwnStart() {
    let piece = Data("skip one\ntwo".utf8).dropFirst(5)
    #expect(Recorder(Signal([piece]).lines()).values == ["one", "two"])
  }

  @Test func stopsWhenDisposedAndDropsTheRestWhenItFails() {
    #expect(Recorder(Signal([Data("a\nb\nc\nd".utf8)]).lines().take(2)).values == ["a", "b"])
    let failing = Signal([Data("a\nb".utf8)]).promoteFailure(to: FileFailure.self)
      .concat(Signal<Data, FileFailure>.fail(FileFailure(.EIO)))
    let recorder = Recorder(failing.lines())
    #expect(recorder.values == ["a"])
    #expect(recorder.completion == .failed(FileFailure(.EIO)))
  }

  @Test func passesTheBattery() {
    Battery.check("lines") { (input: Signal<Int, TestFailure>) in input.map { Data("\($0)\n".utf8) }.lines() }
    Battery.check("lines") { (input: Signal<Int, Never>) in input.map { Data("\($0)\n".utf8) }.lines() }
  }

  @Test func aLogFileLineByLine() async throws {
    let file = try TemporaryFile("one\ntwo\n")
    let recorder = Recorder(Signal.contents(of: file.url, size: 2).lines())
    #expect(await recorder.waitForEnd() == .completed)
    #expect(recorder.values == ["one", "two"])
  }
}
