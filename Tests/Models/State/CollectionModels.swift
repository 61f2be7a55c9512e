import Interleaving
import ModelSupport
import Rill
import Testing

/// Lists, tables and derived collections that two threads use.
@Suite struct CollectionModels {
  private func model(_ name: String, steps: Int = 20_000, _ body: @escaping (Program) -> Void) throws {
    try ModelSupport.model("Collections: \(name)", steps: steps, body)
  }

  // MARK: Edits

  @Test func twoThreadsEditAListWhoseSelectionIsObserved() throws {
    try model("edit, edit, a sorted filter observed") { program in
      let list = ObservableList([4, 1])
      let sorted = list.filter { $0 % 2 == 0 }.sorted()
      let copy = Copy<Int>()
      let handle = sorted.edits.subscribe { copy.apply($0) }
      program.thread { list.append(2) }
      program.thread { list[1] = 6 }
      program.atEnd {
        expect(list.value.sorted() == [2, 4, 6], "\(list.value)")
        expect(copy.elements == [2, 4, 6], "observed \(copy.elements)")
        handle.dispose()
      }
    }
  }

  @Test func twoThreadsSetRowsOfATable() throws {
    try model("set a row, set a row") { program in
      let table = TableProperty<Int, Pair>(key: \.key)
      for key in 1...2 { program.thread { table[id: key] = Pair(key, key) } }
      program.atEnd {
        expect(table.rows.value.map(\.key).sorted() == [1, 2], "\(table.rows.value)")
        expect(table[id: 1]?.number == 1 && table[id: 2]?.number == 2, "\(table.rows.value)")
      }
    }
  }

  @Test func twoThreadsChangeOneRow() throws {
    try model("modify a row, modify it") { program in
      let table = TableProperty<Int, Pair>(key: \.key)
      table.update([Pair(1, 0)])
      for _ in 1...2 { program.thread { table.modify(id: 1) { $0.number += 1 } } }
      program.atEnd { expect(table[id: 1]?.number == 2, "\(table.rows.value)") }
    }
  }

  @Test func twoThreadsWriteTwoPartsOfAValueThroughLenses() throws {
    try model("set a part, set another") { program in
      let document = MutableProperty(Pair(0, 0))
      program.thread { document[\.key].value = 1 }
      program.thread { document[\.number].value = 2 }
      program.atEnd { expect(document.value == Pair(1, 2), "\(document.value)") }
    }
  }

  @Test func twoThreadsMakeStepsOfOneHistory() throws {
    try model("step, step, undo") { program in
      let (one, other, history) = (MutableProperty(0), MutableProperty(0), History())
      program.thread { history.step(of: [one]) { one.value = 1 } }
      program.thread { history.step(of: [other]) { other.value = 1 } }
      program.atEnd {
        expect(history.undo() && history.undo() && !history.undo(), "a step is lost")
        expect(one.value == 0 && other.value == 0, "\(one.value) and \(other.value)")
      }
    }
  }

  // MARK: Readers

  @Test func aReaderSeesAllEditsOfABatchOrNone() throws {
    try model("a batch of edits, a reader") { program in
      let list = ObservableList([1, 2])
      let (sum, sorted) = (list.sum(), list.sorted())
      program.thread {
        batch {
          list.append(3)
          list[0] = -2
        }
      }
      program.thread {
        let read = sorted.value
        expect([[1, 2], [-2, 2, 3]].contains(read), "read \(read)")
        expect(sum.value == 3, "summed up to \(sum.value)")
      }
    }
  }

  @Test func aThreadInABatchAndAReaderShareAStage() throws {
    try model("a batch that reads, a reader") { program in
      let list = ObservableList([3, 1])
      let sorted = list.sorted()
      program.thread {
        batch {
          list.append(2)
          expect(sorted.value == [1, 2, 3], "read in the batch: \(sorted.value)")
        }
      }
      program.thread {
        let read = sorted.value
        expect([[1, 3], [1, 2, 3]].contains(read), "read \(read)")
      }
      program.atEnd { expect(sorted.value == [1, 2, 3], "\(sorted.value)") }
    }
  }

  @Test func twoThreadsReadWhileOneEdits() throws {
    try model("edit, read") { program in
      let list = ObservableList([3, 1])
      let groups = list.grouped(by: { $0 % 2 }) { $0.count }
      let distinct = list.distinct { $0 % 2 }
      _ = (groups.count, distinct.count)
      program.thread { list[0] = 2 }
      program.thread {
        let odd = groups[id: 1]
        expect(odd == 2 || odd == 1, "\(String(describing: odd)) odd numbers")
        let read = distinct.value
        expect([[3], [2, 1]].contains(read), "read \(read)")
      }
      program.atEnd { expect(groups[id: 0] == 1 && distinct.value == [2, 1], "\(distinct.value)") }
    }
  }

  @Test func anEffectFollowsTheCountAndAnElement() throws {
    try model("append, set an element, two effects") { program in
      let list = ObservableList([1])
      let (counts, firsts) = (Told<Int>(), Told<Int>())
      let handles = [effect { counts.append(list.count) }, effect { firsts.append(list[0]) }]
      program.thread { list.append(2) }
      program.thread { list[0] = 5 }
      program.atEnd {
        // A run whose result was old is repeated, so the last may come twice.
        expect([[1, 2], [1, 2, 2]].contains(counts.values), "counts \(counts.values)")
        expect([[1, 5], [1, 5, 5]].contains(firsts.values), "elements \(firsts.values)")
        for handle in handles { handle.dispose() }
      }
    }
  }

  @Test func theNodeOfARowIsDroppedWhileAnotherClosureReadsIt() throws {
    try model("end the reader of a row, read it, set it") { program in
      let list = ObservableList([Element(1)])
      let first = effect { _ = list[0] }
      program.thread { first.dispose() }
      program.thread {
        let numbers = Told<Int>()
        let second = effect { numbers.append(list[0].number) }
        list[0] = Element(2)
        expect([[1, 2], [1, 2, 2]].contains(numbers.values), "read \(numbers.values)")
        second.dispose()
      }
      program.atEnd {
        weak let element = list[0]
        list.removeAll()
        expect(element == nil, "a removed element is alive")
      }
    }
  }

  @Test func twoNodesOfRowsAreDropped() throws {
    try model("end the reader of a row, end the reader of another") { program in
      let table = TableProperty<Int, Element>(key: \.number)
      table.update([Element(1), Element(2)])
      for key in 1...2 { program.thread { effect { _ = table[id: key] }.dispose() } }
      program.atEnd {
        weak let first = table[id: 1]
        weak let second = table[id: 2]
        table.removeAll()
        expect(first == nil && second == nil, "a removed row is alive")
      }
    }
  }

  /// A source stays stale until a reader comes. Another change before that still invalidates the parts.
  @Test func partsWithoutObserversFollowTwoChanges() throws {
    try model("set two elements, read the second") { program in
      let list = ObservableList([1, 2])
      let (first, second) = (Property { list[0] }, Property { list[1] })
      _ = (first.value, second.value)
      program.thread {
        list[0] = 3
        list[1] = 4
      }
      program.thread { expect([2, 4].contains(second.value), "not an element of the list") }
      program.atEnd { expect(first.value == 3 && second.value == 4, "\(first.value) and \(second.value)") }
    }
  }

  // MARK: Criteria

  @Test func aCriterionChangesDuringAnEdit() throws {
    try model("set a criterion, edit") { program in
      let (list, minimum) = (ObservableList([1, 3]), MutableProperty(2))
      let passing = list.filter { $0 >= minimum.value }
      let copy = Copy<Int>()
      let handle = passing.edits.subscribe { copy.apply($0) }
      program.thread { minimum.value = 0 }
      program.thread { list.append(1) }
      program.atEnd {
        expect(copy.elements == [1, 3, 1] && passing.value == [1, 3, 1], "observed \(copy.elements)")
        handle.dispose()
      }
    }
  }

  @Test func aCriterionChangesWhileTheListIsRead() throws {
    try model("set a criterion and edit in a batch, read") { program in
      let (list, minimum) = (ObservableList([1, 3]), MutableProperty(2))
      let passing = list.filter { $0 >= minimum.value }
      program.thread {
        batch {
          minimum.value = 0
          list.append(5)
        }
      }
      program.thread {
        let read = passing.value
        expect([[3], [1, 3, 5]].contains(read), "read \(read)")
      }
      program.atEnd { expect(passing.value == [1, 3, 5], "\(passing.value)") }
    }
  }

  @Test func aWindowMovesDuringAnEdit() throws {
    try model("set a window, edit") { program in
      let (list, window) = (ObservableList([1, 2, 3]), MutableProperty(0..<2))
      let part = list[window]
      let copy = Copy<Int>()
      let handle = part.edits.subscribe { copy.apply($0) }
      program.thread { window.value = 1..<3 }
      program.thread { _ = list.remove(at: 0) }
      program.atEnd {
        expect(copy.elements == [3] && part.value == [3], "observed \(copy.elements)")
        handle.dispose()
      }
    }
  }

  // MARK: Observers

  @Test func anObserverGoesWhileEditsAreDelivered() throws {
    try model("edit, dispose") { program in
      let list = ObservableList([1])
      let copy = Copy<Int>()
      let handle = list.map { $0 * 2 }.edits.subscribe { copy.apply($0) }
      program.thread {
        list.append(2)
        list.append(3)
      }
      program.thread { handle.dispose() }
      program.atEnd {
        list.append(4)
        expect([[2], [2, 4], [2, 4, 6]].contains(copy.elements), "observed \(copy.elements)")
      }
    }
  }

  @Test func anObserverComesDuringAnEdit() throws {
    try model("subscribe, edit") { program in
      let list = ObservableList([1])
      let copy = Copy<Int>()
      let reversed = list.reversed()
      program.thread { _ = reversed.edits.subscribe { copy.apply($0) } }
      program.thread { list.append(2) }
      program.atEnd { expect(copy.elements == [2, 1], "observed \(copy.elements)") }
    }
  }

  /// Each result of `map` for a row is released when the row is gone.
  @Test func rowsAreReleasedThatTwoThreadsRemoveAndRead() throws {
    try model("remove a row, read its derived row") { program in
      let list = ObservableList([1, 2])
      let (made, released) = (Count(), Count())
      let models = list.map { RowModel($0, made, released) }
      _ = models.count
      program.thread { _ = list.remove(at: 0) }
      program.thread { expect([1, 2].contains(models.value.count), "\(models.count)") }
      program.atEnd {
        expect(models.value.map(\.number) == [2], "\(models.count)")
        expect(made.now - released.now == 1, "\(made.now) made, \(released.now) released")
      }
    }
  }

  // MARK: Joins

  @Test func aJoinedTableChangesDuringAnEdit() throws {
    try model("edit a list, set a row of the joined table") { program in
      let list = ObservableList([1, 2])
      let names = TableProperty<Int, Pair>(key: \.key)
      names.update([Pair(1, 10)])
      let joined = list.joined(names, on: { $0 })
      let copy = Copy<Joined<Int, Pair>>()
      let handle = joined.edits.subscribe { copy.apply($0) }
      program.thread { list.append(1) }
      program.thread { names.update([Pair(1, 11), Pair(2, 20)]) }
      program.atEnd {
        expect(copy.elements.map(\.right.number) == [11, 20, 11], "observed \(copy.elements)")
        handle.dispose()
      }
    }
  }

  @Test func aReaderSeesAListAndItsJoinOfOneMoment() throws {
    try model("a batch of a list and a table, a reader of their join") { program in
      let list = ObservableList([1])
      let names = TableProperty<Int, Pair>(key: \.key)
      names.update([Pair(1, 10)])
      let joined = list.joined(names, on: { $0 })
      program.thread {
        batch {
          names.update([Pair(2, 20)])
          list[0] = 2
          names[id: 1] = nil
        }
      }
      program.thread { expect(joined.value.count == 1, "read \(joined.value)") }
    }
  }
}

private struct Pair: Equatable, Sendable {
  var key: Int
  var number: Int

  init(_ key: Int, _ number: Int) { (self.key, self.number) = (key, number) }
}

/// An observer that applies the edits. The array is a plain variable, so overlapping handlers are a race.
private final class Copy<Element: Sendable & Equatable>: Sendable {
  private let shared = Shared<[Element]>([])

  var elements: [Element] { shared.value }

  func apply(_ change: CollectionChange<Element>) {
    var elements = shared.value
    expect(elements == change.before, "has \(elements), but the change is of \(change.before)")
    for edit in change.edits { elements.apply(edit) }
    expect(elements == change.after, "has \(elements) after the edits, expected \(change.after)")
    shared.value = elements
  }
}

private final class Element: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }
}

private final class RowModel: Sendable {
  let number: Int
  private let released: Count

  init(_ number: Int, _ made: Count, _ released: Count) {
    (self.number, self.released) = (number, released)
    made.add()
  }

  deinit { released.add() }
}
