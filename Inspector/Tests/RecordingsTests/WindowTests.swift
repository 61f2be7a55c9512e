import Testing

@testable import Recordings

private func lines(_ texts: String..., to window: inout Window) {
  for text in texts { Array(text.utf8).withUnsafeBytes { window.append($0) } }
}

private func text(_ chunk: Window.Chunk) -> [String] {
  String(decoding: chunk.text, as: UTF8.self).split(separator: "\n").map(String.init)
}

private func event(_ number: Int, _ node: Int = 1) -> String {
  #"{"is":"next","event":\#(number),"node":\#(node),"time":\#(number)}"#
}

private func node(_ node: Int) -> String { #"{"is":"node","node":\#(node),"kind":"stage","name":"map","time":0}"# }

private func edge(_ from: Int, _ to: Int, is kind: String = "edge") -> String {
  #"{"is":"\#(kind)","from":\#(from),"to":\#(to),"time":0}"#
}

@Suite struct WindowTests {
  private let head = #"{"is":"recording","version":1,"program":"test","began":1.5}"#

  private func small(_ change: (inout Window.Limits) -> Void = { _ in }) -> Window {
    var limits = Window.Limits()
    limits.lines = 3
    change(&limits)
    return Window(limits)
  }

  @Test func everythingIsHandedOutInOrder() {
    var window = Window()
    lines(head, node(1), event(1), event(2), to: &window)
    let chunk = window.chunk(recording: window.recording, after: 0)
    #expect(text(chunk) == [head, node(1), event(1), event(2)])
    #expect(chunk.next == 4 && chunk.isLast && !chunk.isReset)
    #expect(window.chunk(recording: window.recording, after: 4).text.isEmpty)
  }

  @Test func theBeginningOfAFileThatIsNoRecordingIsKept() {
    var window = Window()
    lines("milk, \"eggs\" \\ \(String(repeating: "x", count: 100))", "bread", to: &window)
    #expect(window.strangeBeginning == "milk, ?eggs? ? " + String(repeating: "x", count: 45))
    #expect(window.unread == 2)
    lines(head, "strange", to: &window)
    #expect(window.strangeBeginning == nil)
  }

  @Test func chunksArePieces() {
    var window = Window()
    lines(event(1), event(2), event(3), to: &window)
    let first = window.chunk(recording: 0, after: 0, size: 0)
    #expect(text(first) == [event(1)] && !first.isLast)
    let second = window.chunk(recording: 0, after: first.next)
    #expect(text(second) == [event(2), event(3)] && second.isLast)
  }

  @Test func livingNodesOutliveTheWindow() {
    var window = small()
    lines(head, node(1), node(2), edge(1, 2), event(1), event(2), event(3), event(4), to: &window)
    #expect(window.forgotten == 5)
    let chunk = window.chunk(recording: window.recording, after: 0)
    #expect(chunk.isReset)
    #expect(text(chunk) == [head, node(1), node(2), edge(1, 2), event(2), event(3), event(4)])
  }

  @Test func releasedNodesAreForgottenWithTheirEdges() {
    var window = small()
    lines(node(1), node(2), node(3), edge(1, 2), edge(2, 3), #"{"is":"gone","node":2,"time":9}"#, to: &window)
    lines(event(1), event(2), event(3), to: &window)
    #expect(text(window.chunk(recording: 9, after: 0)) == [node(1), node(3), event(1), event(2), event(3)])
  }

  @Test func aNodeThatIsNamedKeepsItsEdges() {
    var window = small()
    let named = #"{"is":"node","node":1,"kind":"stage","name":"search","time":0}"#
    lines(node(1), node(2), edge(1, 2), named, event(1), event(2), event(3), to: &window)
    #expect(text(window.chunk(recording: 9, after: 0)) == [named, node(2), edge(1, 2), event(1), event(2), event(3)])
  }

  @Test func anEdgeThatIsUnlinkedIsForgotten() {
    var window = small()
    lines(node(1), node(2), edge(1, 2), edge(1, 2, is: "unlinked"), event(1), event(2), event(3), to: &window)
    #expect(text(window.chunk(recording: 9, after: 0)) == [node(1), node(2), event(1), event(2), event(3)])
  }

  @Test func anEdgeOfNothingIsForgotten() {
    var window = small()
    lines(edge(1, 2), event(1), event(2), event(3), to: &window)
    #expect(text(window.chunk(recording: 9, after: 0)) == [event(1), event(2), event(3)])
  }

  @Test func aReaderThatWasTooSlowStartsOver() {
    var window = small()
    for number in 1...9 { lines(event(number), to: &window) }
    #expect(window.chunk(recording: 0, after: 5).isReset)
    #expect(!window.chunk(recording: 0, after: 6).isReset)
    #expect(window.chunk(recording: 0, after: 10).isReset)
  }

  @Test func aNewRecordingReplacesTheOld() {
    var window = Window()
    lines(head, node(1), head, node(2), to: &window)
    #expect(window.recording == 2)
    #expect(text(window.chunk(recording: 1, after: 2)) == [head, node(2)])
  }

  @Test func bytesAreBounded() {
    var window = small {
      $0 = Window.Limits(); $0.bytes = 200
    }
    for number in 1...1_000 { lines(event(number), to: &window) }
    #expect(window.chunk(recording: 0, after: window.forgotten).text.count <= 200)
    for id in 1...1_000 { lines(node(id), to: &window) }
    #expect(window.chunk(recording: 9, after: 0).text.count <= 400)
    #expect(window.refusedNodes > 900)
  }

  @Test func bytesAreBoundedWhereNodesAreNamedAgainAndAgain() {
    var window = small { $0.bytes = 1_000 }
    for id in 1...5 { lines(node(id), to: &window) }
    let long = String(repeating: "x", count: 900)
    for id in 1...5 {
      lines(
        #"{"is":"node","node":\#(id),"kind":"stage","name":"\#(long)","time":0}"#, event(1), event(2), event(3),
        to: &window)
    }
    #expect(window.chunk(recording: 9, after: 0).text.count <= 2_000)
    #expect(window.refusedNodes > 0)
  }

  /// Lines with random mistakes, in pieces of random sizes: each is kept, forgotten, refused or counted.
  @Test(arguments: 0..<20 as Range<UInt64>) func noLineGetsLostAmongMalformedOnes(seed: UInt64) {
    var random = Mistakes(state: seed)
    var (window, splitter) = (
      small {
        $0.lines = 50; $0.bytes = 4_096; $0.nodes = 20; $0.edges = 20
      }, LineSplitter()
    )
    let right = [
      node(1), node(2), edge(1, 2), edge(1, 2, is: "unlinked"), event(1), #"{"is":"gone","node":1,"time":9}"#,
    ]
    var (bytes, count) = ([UInt8](), 0)
    for _ in 0..<2_000 {
      var line = Array(right.randomElement(using: &random)!.utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) { random.spoil(&line) }
      bytes += line + [10]
      count += 1
    }
    var taken = 0
    while !bytes.isEmpty {
      let piece = Array(bytes.prefix(Int.random(in: 1...300, using: &random)))
      bytes.removeFirst(piece.count)
      piece.withUnsafeBytes { piece in
        splitter.feed(piece) {
          window.append($0)
          taken += 1
        }
      }
    }
    #expect(taken + splitter.refused == count)
    let chunk = window.chunk(recording: window.recording, after: window.forgotten)
    #expect(chunk.isLast && chunk.next + window.unread == count)
    #expect(window.unread > 0 && chunk.text.count <= 4_096)
    #expect(window.chunk(recording: -1, after: 0).text.count <= 2 * 4_096 + head.utf8.count)
  }

  @Test func aMillionNodesAreNotKept() {
    var window = small { $0.nodes = 10 }
    for id in 1...1_000_000 { lines(node(id), to: &window) }
    #expect(window.refusedNodes == 999_987)
    #expect(text(window.chunk(recording: 9, after: 0)).count == 13)
  }

  @Test(arguments: [
    "", "{", "}", "{}", "null", "[]", "abc", "{\"is\":\"next\"", "{\"is\":\"next\"}", "{\"is\":\"odd\",\"node\":1}",
    "{\"is\":3}", "{\"is\":\"gone\",\"node\":-1}", "{\"is\":\"gone\",\"node\":9007199254740992}",
    "{\"is\":\"gone\",\"node\":\"1\"}", "{\"is\":\"gone\",\"node\":1}}", "{\"is\":\"gone\",\"node\":1",
    "{\"is\":\"gone\\",
    "{\"is\":\"edge\",\"from\":1}", "{\"is\":\"gone\",\"node\":99999999999999999999999999999999}",
    "{\"is\":\"gone\",\"node\":1,\"x\":[[[[}", "{\"is\":\"gone\",\"node\":1,\"x\":]}",
  ])
  func unknownLinesAreCounted(line: String) {
    var window = Window()
    lines(line, to: &window)
    #expect(window.unread == 1)
    #expect(window.chunk(recording: 0, after: 0).text.isEmpty)
  }

  @Test func fieldsThatAreNotKnownAreIgnored() {
    var window = Window()
    let odd = #" { "later" : {"node": [7, "}", true]} , "is" : "gone", "note":"a \" } b", "node" : 1 , "x": -1.5e3 } "#
    lines(odd, to: &window)
    #expect(window.unread == 0)
    #expect(window.chunk(recording: 0, after: 0).isLast)
  }
}

@Suite struct LineSplitterTests {
  private func split(_ pieces: [[UInt8]]) -> (lines: [String], splitter: LineSplitter) {
    var splitter = LineSplitter()
    var lines: [String] = []
    for piece in pieces {
      piece.withUnsafeBytes { piece in splitter.feed(piece) { lines.append(String(decoding: $0, as: UTF8.self)) } }
    }
    return (lines, splitter)
  }

  @Test(arguments: 1...9) func linesAreTheSameInPiecesOfAnySize(size: Int) {
    let bytes = Array("one\n\ntwo, longer\nthree\nfour".utf8)
    let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    let (lines, splitter) = split(pieces)
    #expect(lines == ["one", "", "two, longer", "three"])
    #expect(String(decoding: splitter.open, as: UTF8.self) == "four")
  }

  @Test(arguments: [1_000, 65_537, 1_000_000]) func aLineThatIsTooLongIsRefusedAndTheNextIsNot(size: Int) {
    let bytes = [UInt8](repeating: 65, count: LineSplitter.longest + 1) + Array("\nnext\n".utf8)
    let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    let (lines, splitter) = split(pieces)
    #expect(lines == ["next"])
    #expect(splitter.refused == 1)
    #expect(splitter.open.isEmpty)
  }

  @Test func theLongestIsNotRefused() {
    let (lines, splitter) = split([[UInt8](repeating: 65, count: LineSplitter.longest) + [10]])
    #expect(lines.map(\.utf8.count) == [LineSplitter.longest])
    #expect(splitter.refused == 0)
  }
}

/// Random numbers, and mistakes in lines.
private struct Mistakes: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  mutating func spoil(_ line: inout [UInt8]) {
    guard !line.isEmpty else { return }
    let place = Int.random(in: 0..<line.count, using: &self)
    switch Int.random(in: 0..<5, using: &self) {
    case 0: line.remove(at: place)
    case 1: line.insert(Array("{}[]\",:\\0-.e".utf8).randomElement(using: &self)!, at: place)
    case 2: line[place] = UInt8.random(in: 11...255, using: &self)
    case 3: line.removeLast(line.count - place)
    default: line.insert(contentsOf: line[place...], at: place)
    }
  }
}
