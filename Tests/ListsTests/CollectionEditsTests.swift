import Rill
import StreamTesting
import Testing

@Suite struct CollectionEditsTests {
  @Test func b125_editsOfAListAreReportedWithTheirIndexes() {
    let list = MutableProperty(["a", "b"])
    let recorder = Recorder(list.collectionEdits())
    list.modify { $0.append("c") }
    list.modify { $0.remove(at: 0) }
    list.modify { $0[1] = "d" }
    list.value = list.value
    #expect(
      recorder.values.map(\.edits) == [
        [.insert("a", at: 0), .insert("b", at: 1)],
        [.insert("c", at: 2)],
        [.remove("a", at: 0)],
        [.replace("c", with: "d", at: 1)],
        [],
      ])
    #expect(recorder.values.last?.before == ["b", "d"])
    #expect(recorder.values.last?.after == ["b", "d"])
  }

  @Test func b125_severalEditsOfOneChange() {
    let change = CollectionChange(from: [1, 2, 3, 4], to: [0, 1, 9, 4, 5])
    #expect(
      change.edits == [
        .insert(0, at: 0), .replace(2, with: 9, at: 2), .remove(3, at: 3), .insert(5, at: 4),
      ])
  }

  @Test(arguments: [0x5EED_0006, 0x5EED_0106, 0x5EED_0206])
  func theEditsMakeBeforeIntoAfter(seed: UInt64) {
    var random = SplitMix(seed)
    for _ in 0..<1_000 {
      let (before, after) = (random.list(), random.list())
      let change = CollectionChange(from: before, to: after)
      var list = before
      for edit in change.edits {
        switch edit {
        case .remove(let element, let index), .replace(let element, _, let index): #expect(list[index] == element)
        case .insert, .move: break
        }
        list.apply(edit)
      }
      #expect(list == after, "seed \(seed): \(before) became \(list) and not \(after)")
    }
  }

  @Test func anOperatorAsTheOthers() {
    Battery.check("collectionEdits") { (input: Signal<Int, TestFailure>) in input.map { [$0] }.collectionEdits() }
  }
}

/// Small random lists of few different elements, so that they have much in common.
private struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func list() -> [Int] { (0..<next(8)).map { _ in next(4) } }

  private mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
