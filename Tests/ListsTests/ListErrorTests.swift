import Rill
import TestSupport
import Testing

/// Mistakes in the use of lists. A trap names the call and the remedy.
@Suite struct ListErrorTests {
  /// Checks the message of a process that trapped: it has the file of the call, and `words`.
  private func expectMessage(_ result: ExitTest.Result?, _ words: String...) {
    guard let result else { return }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    for word in ["ListErrorTests.swift:"] + words { #expect(message.contains(word)) }
  }

  @Test func readingAnIndexThatDoesNotExistTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ObservableList([1])[1]
    }
    expectMessage(result, "a list has no element at 1: its count is 1. Check `count` first.")
  }

  @Test func changingAnIndexThatDoesNotExistTraps() async {
    let set = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ObservableList([1])[1] = 2
    }
    expectMessage(set, "a list of 1 elements has no element at 1.")
    let inserted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ObservableList([1]).insert(2, at: 3)
    }
    expectMessage(inserted, "a list of 1 elements has no element at 3.")
    let removed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ObservableList([1]).remove(at: -1)
    }
    expectMessage(removed, "a list of 1 elements has no element at -1.")
    let moved = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ObservableList([1]).move(from: 0, to: 1)
    }
    expectMessage(moved, "a list of 1 elements has no element at 1.")
  }

  @Test func twoElementsWithOneKeyTrap() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ObservableList([1, 1]).indexed { $0 }.count
    }
    expectMessage(result, "two elements have the key 1. Use `grouped(by:)` if keys are not unique.")
  }

  @Test func aKeyThatComesTwiceLaterTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let list = ObservableList([1, 2])
      let table = list.indexed { $0 }
      _ = table.count
      list.append(2)
      _ = table.count
    }
    expectMessage(result, "two elements have the key 2.")
  }

  @Test func aKeyThatIsNotEqualToItselfTraps() async {
    await #expect(processExitsWith: .failure) { _ = ObservableList([Double.nan]).sections { $0 }.value }
  }

  @Test func aComparisonThatIsNoOrderTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let list = ObservableList([1, 1, 1, 1])
      let sorted = list.sorted { $0 <= $1 }
      _ = sorted.value
      list[0] = 2
      list.remove(at: 1)
      _ = sorted.value
    }
    expectMessage(result, "cannot be sorted", "must be a strict weak order")
  }

  @Test func aComparisonThatIsTrueForEqualElementsTrapsAtTheFirstRow() async {
    let sorted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ObservableList([1]).sorted { $0 <= $1 }.value
    }
    expectMessage(sorted, "must be a strict weak order")
    let later = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let list = ObservableList<Int>()
      let sorted = list.sorted { $0 <= $1 }
      _ = sorted.value
      list.append(1)
      _ = sorted.value
    }
    expectMessage(later, "must be a strict weak order")
    let least = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let list = ObservableList<Int>()
      let least = list.min { $0 <= $1 }
      _ = least.value
      list.append(1)
      _ = least.value
    }
    expectMessage(least, "must be a strict weak order")
    let greatest = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ObservableList([1]).max { $0 <= $1 }.value
    }
    expectMessage(greatest, "must be a strict weak order")
  }

  @Test func aRowUnderAnotherKeyTraps() async {
    let set = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      TableProperty<Int, Int>(key: { $0 })[id: 7] = 8
    }
    expectMessage(set, "a row of a table was set under the key 7, but has the key 8. Set it under its own key.")
    let modified = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let table = TableProperty<Int, Int>(key: { $0 })
      table.update([7])
      table.modify(id: 7) { $0 = 8 }
    }
    expectMessage(modified, "a row of a table was set under the key 7, but has the key 8.")
  }

  @Test func roundingOfAFloatingPointFoldIsTolerated() {
    let list = ObservableList([0.1, 0.2, 1e6])
    let sum = list.reduce(0.0, adding: { $0 += $1 }, removing: { $0 -= $1 })
    _ = sum.value
    list.remove(at: 2)
    for number in 0..<100 {
      list.append(Double(number) * 0.1)
      list.remove(at: 0)
      #expect(abs(sum.value - list.value.reduce(0, +)) < 1e-6)
    }
    list.removeAll()
    #expect(abs(sum.value) < 1e-6)
  }

  @Test func aFoldWhoseInverseIsWrongTrapsInDebugBuilds() async {
    #if DEBUG
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let list = ObservableList([1, 2, 3])
        let sum = list.reduce(0, adding: { $0 += $1 }, removing: { $0 -= $1 + 1 })
        _ = sum.value
        list.remove(at: 0)
        _ = sum.value
      }
      expectMessage(result, "`removing` must reverse `adding`")
      let floating = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let list = ObservableList([0.1, 0.2, 0.3])
        let sum = list.reduce(0.0, adding: { $0 += $1 }, removing: { $0 -= $1 + 0.1 })
        _ = sum.value
        list.remove(at: 0)
        _ = sum.value
      }
      expectMessage(floating, "`removing` must reverse `adding`, up to rounding")
    #endif
  }

  @Test func aClosureOfModifyThatThrowsLosesNothing() {
    struct Stop: Error {}
    let list = ObservableList([1, 2, 3])
    let table = TableProperty<Int, Int>(key: { $0 })
    table.update([1, 2])
    let (even, sum) = (list.filter { $0.isMultiple(of: 2) }, list.sum())
    let edits = Heard<CollectionEdit<Int>>()
    let handle = list.edits.subscribe { change in for edit in change.edits { edits.append(edit) } }
    defer { handle.dispose() }
    #expect(even.value == [2] && sum.value == 6 && edits.values.count == 3)
    #expect(throws: Stop.self) {
      try list.modify { list in
        list.removeAll()
        list.append(8)
        throw Stop()
      }
    }
    #expect(throws: Stop.self) {
      try batch {
        list.append(10)
        table.removeAll()
        throw Stop()
      }
    }
    #expect(list.value == [1, 2, 3] && even.value == [2] && sum.value == 6 && edits.values.count == 3)
    #expect(table.value == [1, 2])
    list.append(4)
    #expect(even.value == [2, 4] && sum.value == 10 && edits.values.count == 4)
  }
}
