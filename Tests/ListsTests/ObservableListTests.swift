import Dispatch
import Rill
import StreamTesting
import TestSupport
import Testing

/// An array that is kept by the edits of a list alone.
final class Follower<Element: Sendable>: Sendable {
  private let state = Lock<(elements: [Element], changes: [CollectionChange<Element>], isOver: Bool)>(([], [], false))

  init(_ list: some ListProtocol<Element>) {
    list.edits.subscribe(isolation: nil) { [state] change in
      state.withLock { state in
        for edit in change.edits { state.elements.apply(edit) }
        state.changes.append(change)
      }
    } completed: { [state] in
      state.withLock { $0.isOver = true }
    }
  }

  var elements: [Element] { state.withLock { $0.elements } }
  var changes: [CollectionChange<Element>] { state.withLock { $0.changes } }
  var edits: [[CollectionEdit<Element>]] { changes.map(\.edits) }
  var isOver: Bool { state.withLock { $0.isOver } }
}

private struct Row: Equatable, Identifiable, Sendable {
  let id: Int
  var text = ""
}

@Suite struct ObservableListTests {
  @Test func anElementThatMovesOverManyIsOneEdit() {
    let list = ObservableList(Array(0..<40))
    let edits = Heard<[CollectionEdit<Int>]>()
    let handle = list.edits.skip(1).subscribe(isolation: nil) { edits.append($0.edits) }
    list.move(from: 0, to: 39)
    list.move(from: 39, to: 0)
    #expect(edits.values == [[.move(0, from: 0, to: 39)], [.move(0, from: 39, to: 0)]])
    handle.dispose()
  }

  @Test func itsChangesAreEdits() {
    let list = ObservableList(["a", "b"])
    let follower = Follower(list)
    list.append("c")
    list.remove(at: 0)
    list[1] = "d"
    list.insert("e", at: 0)
    list.move(from: 2, to: 0)
    #expect(
      follower.edits == [
        [.insert("a", at: 0), .insert("b", at: 1)],
        [.insert("c", at: 2)],
        [.remove("a", at: 0)],
        [.replace("c", with: "d", at: 1)],
        [.insert("e", at: 0)],
        [.move("d", from: 2, to: 0)],
      ])
    #expect(list.value == ["d", "e", "b"])
    #expect(list.count == 3)
    #expect(list[1] == "e")
    #expect(follower.changes.last?.before == ["e", "b", "d"])
    #expect(follower.changes.last?.after == ["d", "e", "b"])
  }

  @Test func severalEditsAreOneChange_andNoneIsNone() {
    let list = ObservableList(1...6)
    let follower = Follower(list)
    let removed = list.modify { list in
      list.removeAll { $0.isMultiple(of: 2) }
      list.append(contentsOf: [8, 9])
      return list.count
    }
    list.modify { _ in }
    #expect(removed == 5)
    #expect(list.value == [1, 3, 5, 8, 9])
    #expect(follower.elements == list.value)
    #expect(follower.changes.count == 2)
    list.modify { $0.sort(by: >) }
    list.modify { $0.replaceSubrange(1..<3, with: [0]) }
    #expect(list.value == [9, 0, 3, 1])
    #expect(follower.elements == list.value)
    list.modify { $0 = ListEditor([7, 8]) }
    #expect(list.value == [7, 8])
    #expect(follower.elements == list.value)
    list.modify { $0.removeAll { $0 > 0 } }
    #expect(follower.edits.last == [.remove(8, at: 1), .remove(7, at: 0)])
    list.append(1)
    list.removeAll()
    #expect(follower.elements.isEmpty)
  }

  @Test func anErrorLeavesTheListAsItWas() {
    struct Trouble: Error {}
    let list = ObservableList([1])
    let follower = Follower(list)
    #expect(throws: Trouble.self) {
      try list.modify { list throws(Trouble) in
        list.append(2)
        throw Trouble()
      }
    }
    #expect(list.value == [1])
    #expect(follower.changes.count == 1)
  }

  @Test func setAsAWhole_whatIsIdentifiedStays() {
    let list = ObservableList((1...5).map { Row(id: $0) })
    let follower = Follower(list)
    // Moved, replaced, gone and new.
    list.set([Row(id: 5), Row(id: 1), Row(id: 2, text: "new"), Row(id: 9), Row(id: 4)])
    #expect(
      follower.edits[1] == [
        .remove(Row(id: 3), at: 2),
        .move(Row(id: 5), from: 3, to: 0),
        .replace(Row(id: 2), with: Row(id: 2, text: "new"), at: 2),
        .insert(Row(id: 9), at: 3),
      ])
    #expect(follower.elements == list.value)
    list.set(list.value)
    #expect(follower.changes.count == 2)
  }

  @Test func aChangeByASubscriberIsDeliveredNext() {
    let list = ObservableList<Int>()
    list.edits.subscribe { [weak list] change in
      if change.edits == [.insert(1, at: 0)] { list?.append(2) }
    }
    let follower = Follower(list)
    list.append(1)
    #expect(list.value == [1, 2])
    #expect(follower.edits == [[], [.insert(1, at: 0)], [.insert(2, at: 1)]])
  }

  @Test func aSubscriberInsideAChangeReceivesTheCurrentElements() {
    let list = ObservableList<Int>()
    let late = Lock<Follower<Int>?>(nil)
    list.edits.skip(1).take(1).subscribe { _ in
      list.append(2)
      let follower = Follower(list)
      late.withLock { $0 = follower }
    }
    list.append(1)
    list.append(3)
    #expect(late.withLock { $0?.edits } == [[.insert(1, at: 0), .insert(2, at: 1)], [.insert(3, at: 2)]])
  }

  @Test func releasedItCompletes_andNothingKeepsIt() {
    var list: ObservableList<Int>? = ObservableList([1])
    let follower = Follower(list!)
    let derived = list!.map { -$0 }
    let other = Follower(derived)
    list = nil
    #expect(!follower.isOver, "what is derived keeps the elements of its source")
    withExtendedLifetime(derived) {}
    withExtendedLifetime(other) {}
  }

  @Test func anObserverOfADerivedListKeepsNoSource() {
    expectNoLeaks {
      let list = ObservableList([1, 2])
      let other = ObservableList([3])
      let merged = Follower(list.filter { $0 > 1 }.map { -$0 }.merge(other))
      let keys = Follower(list.sections(by: { $0 % 2 }).map(\.key))
      list.append(4)
      #expect(merged.elements == [-2, -4, 3])
      withExtendedLifetime(keys) {}
    }
  }

  @Test func aReleasedListCompletes() {
    var list: ObservableList<Int>? = ObservableList([1])
    let edits = list!.edits
    let follower = Follower(list!)
    weak let gone = list
    list = nil
    #expect(gone == nil)
    #expect(follower.isOver)
    let recorder = Recorder(edits)
    #expect(recorder.events.last == .completed)
  }

  @Test func aDerivedListThatIsWatchedNeedNotBeHeld() {
    let list = ObservableList([1])
    let follower = Follower(list.filter { $0 > 0 }.map { -$0 })
    list.append(2)
    #expect(follower.elements == [-1, -2])
  }

  @Test func aDerivedListIsReleased_whenNeitherHeldNorWatched() {
    let list = ObservableList([1])
    let probe = LifetimeProbe()
    var derived: DerivedList<Int>? = list.map { [object = probe.object()] number in
      object.touch()
      return number
    }
    let handle = derived!.edits.subscribe { _ in }
    derived = nil
    #expect(probe.liveCount == 1)
    handle.dispose()
    #expect(probe.liveCount == 0)
  }

  @Test func threadsChangeItAndAllObserversReceiveOneOrder() {
    let list = ObservableList<Int>()
    let followers = (0..<3).map { _ in Follower(list) }
    let evens = list.filter { $0.isMultiple(of: 2) }
    let sorted = list.sorted()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<200 {
        list.append(thread * 200 + number)
        if number.isMultiple(of: 3) { list.modify { $0.swapAt(0, $0.count - 1) } }
      }
    }
    // The last thread at the gate may have handed the rest to another thread.
    while sorted.count < 1600 || followers.contains(where: { $0.elements != list.value }) { yieldNow() }
    while evens.count < 800 || evens.value != list.value.filter({ $0.isMultiple(of: 2) }) { yieldNow() }
    #expect(sorted.value == Array(0..<1600))
    #expect(followers[0].edits == followers[1].edits)
  }

  /// A lock that is held while elements are released would never be free again.
  @Test func anElementMayReadTheListWhenItGoes() {
    final class Element: Sendable {
      let gone: @Sendable () -> Void
      init(_ gone: @escaping @Sendable () -> Void) { self.gone = gone }
      deinit { gone() }
    }
    let list = ObservableList<Element>()
    let counts = Heard<Int>()
    list.append(Element { [weak list] in counts.append(list?.count ?? -1) })
    list.remove(at: 0)
    #expect(counts.values == [0])
  }

  /// Equal rows stand in the order of the source, whether the derived list is older or newer than they are.
  @Test func equalRowsOfASortedListKeepTheOrderOfTheSource() {
    let list = ObservableList(["bb", "a"])
    let sorted = list.sorted { $0.count < $1.count }
    #expect(sorted.value == ["a", "bb"])
    list.insert("cc", at: 0)
    list.append("dd")
    list.move(from: 3, to: 1)
    #expect(list.value == ["cc", "dd", "bb", "a"])
    #expect(sorted.value == ["a", "cc", "dd", "bb"])
    #expect(list.sorted { $0.count < $1.count }.value == sorted.value)
  }

  /// Orders of numbers in which a quicksort may choose bad pivots, or compare equal elements.
  @Test(arguments: [
    (0..<3_000).map { $0 }, (0..<3_000).map { -$0 }, (0..<3_000).map { $0 % 7 }, (0..<3_000).map { $0 / 1_000 },
    (0..<3_000).map { min($0, 3_000 - $0) }, (0..<3_000).map { $0 * 7_919 % 3_001 },
    (0..<3_000).map { $0 * 7_919 % 3_001 / 30 }, (0..<3_000).map { $0 == 1_500 ? -1 : $0 / 10 },
    Array(repeating: 4, count: 3_000), [],
  ])
  func manyRowsAreSortedAsAnArrayIs(_ numbers: [Int]) {
    let all = numbers.enumerated().map { Numbered(number: $1, place: $0) }
    #expect(ObservableList(all).sorted { $0.number < $1.number }.value == all.sorted { $0.number < $1.number })
  }

  private struct Numbered: Equatable, Sendable {
    let number: Int
    let place: Int
  }

  /// A comparison that is no order leaves every element in the list once.
  @Test func aComparisonThatIsNoOrderLosesNoElement() {
    let list = ObservableList(0..<3_000)
    #expect(list.sorted { $0 != $1 && ($0 &* 31 ^ $1 &* 17) % 3 == 0 }.value.sorted() == Array(0..<3_000))
  }
}

private func yieldNow() { DispatchQueue.global().sync {} }
