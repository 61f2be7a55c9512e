import Observation
import Rill
import StreamTesting
import TestSupport
import Testing

/// Effects that read a part of a source: the count, an element by index, or a row by key.
@Suite struct PartsTests {
  /// A key that counts how often it is hashed.
  private struct CountedKey: Hashable, Sendable {
    let number: Int
    let hashes: Heard<Int>

    func hash(into hasher: inout Hasher) {
      hashes.append(number)
      hasher.combine(number)
    }

    static func == (one: CountedKey, other: CountedKey) -> Bool { one.number == other.number }
  }

  private struct Entry: Sendable, Equatable {
    let key: CountedKey
    var number: Int
    static func == (one: Entry, other: Entry) -> Bool { one.number == other.number && one.key == other.key }
  }

  @Test func aChangeOfARowRunsNoCodeForObserversOfOtherKeys() {
    let (hashes, values) = (Heard<Int>(), Heard<Int?>())
    func key(_ number: Int) -> CountedKey { CountedKey(number: number, hashes: hashes) }
    let table = TableProperty<CountedKey, Entry>(key: \.key)
    table.update((0..<500).map { Entry(key: key($0), number: $0) })
    let handles = (0..<499).map { number in effect { _ = table[id: key(number)] } }
    let handle = effect { values.append(table[id: key(499)]?.number) }
    let before = hashes.values.count
    table[id: key(499)]?.number = -1
    // A few hashes for the change, and a few for the one observer.
    #expect(hashes.values.count - before < 20)
    #expect(values.values == [499, -1])
    for handle in handles + [handle] { handle.dispose() }
  }

  @Test func eachKindOfChangeNotifiesObserversOfTheChangedKeysOnly() {
    let table = TableProperty<Int, Entry>(key: \.number)
    func row(_ number: Int) -> Entry { Entry(key: CountedKey(number: number, hashes: Heard()), number: number) }
    let notified = Heard<Int>()
    let handles = (0..<10).map { key in
      table.property(id: key).signal.skip(1).subscribe(isolation: nil) { _ in notified.append(key) }
    }
    func expectNotified(_ keys: [Int], _ change: () -> Void) {
      let before = notified.values.count
      change()
      #expect(notified.values.dropFirst(before).sorted() == keys)
    }
    expectNotified([1, 2, 3]) { table.update([row(1), row(2), row(3)]) }
    expectNotified([2]) { table[id: 2] = nil }
    expectNotified([]) { table[id: 2] = nil }
    expectNotified([1]) { table.modify(id: 1) { _ in } }
    expectNotified([4, 5]) {
      batch {
        table[id: 4] = row(4)
        table[id: 5] = row(5)
      }
    }
    expectNotified([1, 3, 4, 5]) { table.removeAll() }
    for handle in handles { handle.dispose() }
  }

  @Test func elementsBeforeAChangeAreNotNotified() {
    let list = ObservableList(0..<100)
    let notified = Heard<Int>()
    let handles = [10, 50, 90].map { index in
      effect {
        _ = list[index]
        notified.append(index)
      }
    }
    func expectNotified(_ indexes: [Int], _ change: () -> Void) {
      let before = notified.values.count
      change()
      #expect(notified.values.dropFirst(before).sorted() == indexes)
    }
    expectNotified([50]) { list[50] = -1 }
    expectNotified([]) { list[51] = -1 }
    expectNotified([50, 90]) { list.insert(-2, at: 20) }
    expectNotified([]) { list.append(-3) }
    expectNotified([90]) { list.move(from: 85, to: 95) }
    for handle in handles { handle.dispose() }
  }

  /// A source stays stale until a reader comes. Another change before that still invalidates the parts.
  @Test func partsWithoutObserversFollowTwoChanges() {
    let list = ObservableList([1, 2])
    let parts = [Property { list[0] }, Property { list[1] }]
    #expect(parts.map(\.value) == [1, 2])
    list[0] = 3
    list[1] = 4
    #expect(parts.map(\.value) == [3, 4])
  }

  @Test func aPartIsReadAndFollowedInsideOfABatch() {
    let table = TableProperty<Int, Int> { $0 / 10 }
    table.update([10, 20])
    let one = Property { table[id: 1] }
    let values = Heard<Int?>()
    let handle = one.signal.subscribe(isolation: nil) { values.append($0) }
    batch {
      table[id: 2] = 25
      #expect(one.value == 10)
      table[id: 1] = 15
      #expect(one.value == 15)
      table[id: 2] = nil
      #expect(one.value == 15)
    }
    #expect(values.values == [10, 15])
    handle.dispose()
  }

  @Test func theStreamOfARowCompletesWithItsTable() {
    let completed = Heard<Bool>()
    var table: TableProperty<Int, Int>? = TableProperty { $0 }
    let stream = table!.property(id: 1).signal
    let handle = stream.subscribe(isolation: nil) { _ in
    } completed: {
      completed.append(true)
    }
    table = nil
    #expect(completed.values == [true])
    handle.dispose()
  }

  @Test func observationIsNotifiedOfThePartsThatItHasRead() {
    let table = TableProperty<Int, Int> { $0 / 10 }
    table.update([10, 20])
    let changes = Heard<String>()
    withObservationTracking {
      _ = table[id: 1]
    } onChange: {
      changes.append("1")
    }
    withObservationTracking {
      _ = table.count
    } onChange: {
      changes.append("count")
    }
    table[id: 2] = 25
    #expect(changes.values.isEmpty)
    table[id: 1] = 15
    #expect(changes.values == ["1"])
    table[id: 3] = 30
    #expect(changes.values == ["1", "count"])
  }

  @Test func observationIsNotNotifiedOfAnEqualRow() {
    let table = TableProperty<Int, Int> { $0 / 10 }
    table.update([10, 20])
    let changes = Heard<Int>()
    withObservationTracking {
      _ = table[id: 1]
    } onChange: {
      changes.append(1)
    }
    table[id: 1] = 10
    #expect(changes.values.isEmpty)
    table[id: 1] = 15
    #expect(changes.values == [1])
  }

  @Test func aRemovedRowIsReleased_thoughItWasReadByKey() {
    let probe = LifetimeProbe()
    let table = TableProperty<Int, Held>(key: \.key)
    table.update([Held(key: 1, object: probe.object())])
    let handle = effect { _ = table[id: 1] }
    #expect(table[id: 1] != nil)
    table[id: 1] = nil
    #expect(probe.liveCount == 0)
    handle.dispose()
  }

  private struct Held: Sendable {
    let key: Int
    let object: any AnyObject & Sendable
  }
}
