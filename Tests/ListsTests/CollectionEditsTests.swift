import Rill
import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite struct CollectionEditsTests {
  @Test func editsOfAListAreReportedWithTheirIndexes() {
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

  @Test func severalEditsOfOneChange() {
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

  /// An element that counts how often it is compared.
  private struct Counted: Equatable, Sendable {
    let number: Int
    let comparisons: Counter

    static func == (one: Counted, other: Counted) -> Bool {
      one.comparisons.increment()
      return one.number == other.number
    }
  }

  private final class Counter: Sendable {
    private let state = Lock(0)
    var value: Int { state.withLock { $0 } }
    func increment() { state.withLock { $0 += 1 } }
  }

  @Test func anEditOfAnArrayComparesEachElementOnce() {
    let (count, counter) = (2_000, Counter())
    let array = MutableProperty((0..<count).map { Counted(number: $0, comparisons: counter) })
    let edits = Heard<[CollectionEdit<Counted>]>()
    let handle = array.collectionEdits().skip(1).subscribe(isolation: nil) { edits.append($0.edits) }
    let before = counter.value
    array.modify { $0[700] = Counted(number: -1, comparisons: counter) }
    #expect(counter.value - before < count + 20)
    #expect(edits.values.map(\.count) == [1])
    handle.dispose()
  }

  @Test func anEditOfAListComparesOnlyTheChangedRows() {
    let (count, counter) = (2_000, Counter())
    func element(_ number: Int) -> Counted { Counted(number: number, comparisons: counter) }
    let list = ObservableList((0..<count).map(element))
    let edits = Heard<[CollectionEdit<Counted>]>()
    let handle = list.property.collectionEdits().skip(1).subscribe(isolation: nil) { edits.append($0.edits) }
    let before = counter.value
    list[700] = element(-1)
    list.remove(at: 3)
    list.insert(element(-2), at: 1_500)
    list[5] = element(list[5].number)
    #expect(counter.value - before < 60)
    #expect(
      edits.values == [
        [.replace(element(700), with: element(-1), at: 700)], [.remove(element(3), at: 3)],
        [.insert(element(-2), at: 1_500)], [],
      ])
    handle.dispose()
  }

  @Test(arguments: 0..<20) func theEditsOfAListMakeBeforeIntoAfter(seed: UInt64) {
    var random = Random(state: seed &+ 99)
    let list = ObservableList<Int>(0..<100)
    let (elements, expected) = (Heard<[Int]>(), Heard<[Int]>())
    let handle = list.property.collectionEdits().subscribe(isolation: nil) { change in
      var array = elements.values.last ?? []
      for edit in change.edits { array.apply(edit) }
      elements.append(array)
      expected.append(change.after)
    }
    for _ in 0..<50 {
      list.modify { list in
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0..<list.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: list.insert(Int.random(in: 0..<200, using: &random), at: place)
          case 1: list.remove(at: place)
          case 2: list.move(from: place, to: Int.random(in: 0..<list.count, using: &random))
          default: list[place] = Int.random(in: 0..<200, using: &random)
          }
        }
      }
      #expect(expected.values.last == list.value)
    }
    #expect(elements.values == expected.values)
    handle.dispose()
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
