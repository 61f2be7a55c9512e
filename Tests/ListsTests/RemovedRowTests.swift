import Rill
import TestSupport
import Testing

/// Objects of removed rows are released, even if a tracked closure that is gone has read them.
@Suite struct RemovedRowTests {
  /// An object that counts how many of its kind are alive.
  private final class Model: Sendable {
    let number: Int
    private let alive: Locked<Int>

    init(_ number: Int, _ alive: Locked<Int>) {
      (self.number, self.alive) = (number, alive)
      alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }
  }

  /// Runs `read` in an effect that is disposed, and returns how many objects are alive after `remove`.
  private func alive(
    _ made: (Locked<Int>) -> (read: @Sendable () -> Void, remove: () -> Void, handle: Disposable?)
  ) -> [Int] {
    let alive = Locked(0)
    let (read, remove, handle) = made(alive)
    effect { read() }.dispose()
    let before = alive.withLock { $0 }
    remove()
    let after = alive.withLock { $0 }
    handle?.dispose()
    return [before, after]
  }

  @Test func aDerivedListThatAnEffectHasReadReleasesRemovedRows() {
    let counts = alive { alive in
      let list = ObservableList(0..<5)
      let models = list.map { Model($0, alive) }
      return ({ _ = models.value.count }, { list.removeAll() }, models.edits.subscribe { _ in })
    }
    #expect(counts == [5, 0])
  }

  @Test func elementsThatAnEffectHasReadByIndexAreReleased() {
    let counts = alive { alive in
      let list = ObservableList(0..<5)
      let models = list.map { Model($0, alive) }
      let read: @Sendable () -> Void = { for index in 0..<models.count { _ = models[index] } }
      return (read, { list.removeAll() }, models.edits.subscribe { _ in })
    }
    #expect(counts == [5, 0])
  }

  @Test func rowsThatAnEffectHasReadByKeyAreReleased() {
    let counts = alive { alive in
      let list = ObservableList(0..<5)
      let table = list.map { Model($0, alive) }.indexed { $0.number }
      let read: @Sendable () -> Void = { for key in 0..<5 { _ = table[id: key] } }
      return (read, { list.removeAll() }, table.rows.edits.subscribe { _ in })
    }
    #expect(counts == [5, 0])
  }

  @Test func objectsOfASourceListAreReleased() {
    let counts = alive { alive in
      let list = ObservableList<Model>()
      for number in 0..<3 { list.append(Model(number, alive)) }
      return ({ _ = (list.value.count, list[1]) }, { list.removeAll() }, nil)
    }
    #expect(counts == [3, 0])
  }

  @Test func objectsOfATableAreReleased() {
    let counts = alive { alive in
      let table = TableProperty<Int, Model>(key: \.number)
      for number in 0..<3 { table[id: number] = Model(number, alive) }
      return ({ _ = (table.value.count, table[id: 1]) }, { table.removeAll() }, nil)
    }
    #expect(counts == [3, 0])
  }

  @Test func objectsOfATableThatWasObservedAreReleased() {
    let counts = alive { alive in
      let table = TableProperty<Int, Model>(key: \.number)
      for number in 0..<3 { table[id: number] = Model(number, alive) }
      table.rows.edits.subscribe { _ in }.dispose()
      table.filter { $0.number > 0 }.edits.subscribe { _ in }.dispose()
      return ({ _ = table.property(id: 2).value }, { table.removeAll() }, nil)
    }
    #expect(counts == [3, 0])
  }

  @Test func objectsThatWereReadWithoutTrackingAreReleased() {
    let counts = alive { alive in
      let table = TableProperty<Int, Model>(key: \.number)
      for number in 0..<3 { table[id: number] = Model(number, alive) }
      _ = (table.rows.value, table.rows[0], table.rows.elements.first, table[id: 1])
      return ({}, { table.removeAll() }, nil)
    }
    #expect(counts == [3, 0])
  }

  @Test func aNodeThatWasDroppedIsMadeAgain() {
    let list = ObservableList([1, 2, 3])
    let doubled = list.map { $0 * 2 }
    let total = Property { doubled.value.reduce(0, +) + list[0] + doubled[0] }
    for round in 1...3 {
      effect { _ = (doubled.value, list[0], doubled[0]) }.dispose()
      list[0] = round
      #expect(total.value == 2 * (round + 5) + round + 2 * round)
    }
    let seen = Locked([Int]())
    let handle = effect { seen.withLock { $0.append(doubled[0] + list[0]) } }
    list[0] = 9
    list[1] = 7
    #expect(seen.withLock { $0 } == [9, 27])
    handle.dispose()
  }

  @Test func thousandsOfNodesAreDroppedWithoutRecursion() {
    onSmallStack {
      let list = ObservableList(0..<2_000)
      let doubled = list.map { $0 * 2 }
      let table = doubled.indexed { $0 }
      let handle = effect {
        for index in 0..<list.count { _ = (list[index], doubled[index], table[id: index]) }
      }
      list.modify { $0.removeLast(1_000) }
      handle.dispose()
      #expect(doubled[999] == 1_998)
    }
  }

  /// A stage does not follow a property forever that its criterion has read for a removed row.
  @Test func theReadsForRemovedRowsAreDropped() {
    let customers = TableProperty<Int, Int>(key: { $0 })
    customers.set(0..<1_000)
    let (list, runs) = (ObservableList([0, 1]), Locked(0))
    let known = list.filter { key in
      runs.withLock { $0 += 1 }
      return customers[id: key] != nil
    }
    let handle = known.edits.subscribe { _ in }
    for key in 2..<1_000 { list[0] = key }
    // Each replaced element, and sometimes both.
    #expect((1_000..<1_200).contains(runs.withLock { $0 }))
    let before = runs.withLock { $0 }
    customers[id: 2] = nil
    #expect(runs.withLock { $0 } == before)
    customers[id: 999] = nil
    #expect(known.value == [1])
    handle.dispose()
  }

  /// Each count of edits is tried, so that one change of the criterion comes when the reads are dropped.
  @Test func aCriterionThatChangesWhenReadsAreDroppedIsFollowed() {
    let limits = TableProperty<Int, Int>(key: { $0 })
    limits.set(0..<300)
    for count in 60..<90 {
      let (minimum, list) = (MutableProperty(0), ObservableList([0, 1]))
      let selected = list.filter { $0 >= minimum.value && limits[id: $0] != nil }
      _ = selected.value
      for key in 2..<2 + count {
        list[0] = key
        #expect(selected.value == [key, 1])
      }
      minimum.value = 300
      #expect(selected.value == [])
    }
  }
}
