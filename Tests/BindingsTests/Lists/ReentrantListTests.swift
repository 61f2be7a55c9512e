import Dispatch
import Rill
import StreamTesting
import Testing

/// What is called by a list uses that list.
@Suite struct ReentrantListTests {
  @Test func aClosureOfModifyThatChangesTheListRunsOnce_andItsArgumentWins() {
    let list = ListProperty([1, 2])
    let follower = Follower(list)
    var runs = 0
    list.modify { elements in
      runs += 1
      list.append(9)
      elements.append(3)
    }
    #expect(runs == 1)
    #expect(list.value == [1, 2, 3])
    #expect(follower.elements == [1, 2, 3])
    list.modify { _ in list.append(4) }
    #expect(list.value == [1, 2, 3, 4])
    list.modify { elements in
      list.removeAll()
      elements.removeLast()
    }
    #expect(list.value == [1, 2, 3] && follower.elements == [1, 2, 3])
  }

  @Test func aListThatIsDerivedInAHandlerHasItsElements() {
    let list = ListProperty([1])
    let counts = Heard<Int>()
    list.edits.skip(1).take(1).subscribe { [weak list] _ in
      guard let list else { return }
      list.append(4)
      let even = list.filter { $0.isMultiple(of: 2) }
      let sections = list.sections { $0 % 2 }
      counts.append(list.count)
      counts.append(even.count)
      counts.append(list.sorted(by: >).map { -$0 }.count)
      counts.append(list.combined(with: even).count)
      counts.append(sections.count)
      list.append(6)
      // What is derived follows when the observers of its source are told.
      counts.append(even.count)
    }
    list.append(2)
    #expect(counts.values == [3, 2, 3, 5, 2, 2])
  }

  @Test func aListThatIsDerivedWhileAnotherThreadDeliversHasItsElements() {
    let list = ListProperty([1, 2])
    let (isIn, mayGo, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    list.edits.skip(1).take(1).subscribe { _ in
      isIn.signal()
      mayGo.wait()
    }
    DispatchQueue.global().async {
      list.append(4)
      isOver.signal()
    }
    isIn.wait()
    let even = list.filter { $0.isMultiple(of: 2) }
    let follower = Follower(list)
    #expect(even.value == [2, 4])
    #expect(follower.elements == [1, 2, 4])
    list.append(6)
    mayGo.signal()
    isOver.wait()
    #expect(even.value == [2, 4, 6])
    #expect(follower.elements == [1, 2, 4, 6])
  }

  @Test func aKeyThatIsNotEqualToItselfTraps() async {
    await #expect(processExitsWith: .failure) { _ = ListProperty([Double.nan]).sections { $0 } }
    await #expect(processExitsWith: .failure) {
      let list = ListProperty([1.0])
      let sections = list.sections { $0 }
      list[0] = .nan
      withExtendedLifetime(sections) {}
    }
  }

  // MARK: Every closure

  /// What a closure does to the list that calls it.
  enum Action: CaseIterable { case append, remove, set, subscribe, derive, dispose }

  struct Row: Equatable, Sendable {
    let number: Int
    let compared: @Sendable () -> Void

    static func == (one: Row, other: Row) -> Bool {
      one.compared()
      return one.number == other.number
    }
  }

  @Test(arguments: Action.allCases) func everyClosureMayUseItsList(_ action: Action) {
    let target = Lock<ListProperty<Row>?>(nil)
    let kept = Lock<[any Sendable]>([])
    let calls = Heard<String>()
    let handles = CompositeDisposable()
    let act: @Sendable (String) -> Void = { name in
      let isFirst = !calls.values.contains(name)
      calls.append(name)
      guard isFirst, let list = target.withLock({ $0 }) else { return }
      switch action {
      case .append: list.append(Row(number: 100) {})
      case .remove: if list.count > 0 { list.remove(at: 0) }
      case .set: list.set([Row(number: 1) {}, Row(number: 200) {}]) { $0.number }
      case .subscribe: list.edits.subscribe { _ in calls.append("late") }
      case .derive:
        let derived = list.filter { _ in true }
        #expect(derived.count == list.count)
        kept.withLock { $0.append(derived) }
      case .dispose: handles.dispose()
      }
    }
    let list = ListProperty((0..<5).map { number in Row(number: number) { act("equality") } })
    target.withLock { $0 = list }
    defer {
      // The closures of the rows and of the lists keep all of these.
      target.withLock { $0 = nil }
      kept.withLock { $0 = [] }
      handles.dispose()
    }
    let mapped = list.map { row in
      act("map")
      return row.number
    }
    let filtered = list.filter { _ in
      act("filter")
      return true
    }
    let sorted = list.sorted { one, other in
      act("sorted")
      return one.number < other.number
    }
    let sections = list.sections(by: { row in
      act("sections")
      return row.number % 2
    }) { one, other in
      act("sortedBy")
      return one.number < other.number
    }
    handles.add(list.edits.subscribe { _ in act("edits") })
    handles.add(filtered.edits.subscribe { _ in act("edits of a derived list") })
    handles.add(sections.edits.subscribe { _ in act("edits of sections") })
    list.append(Row(number: 7) { act("equality") })
    list.modify { rows in
      act("modify")
      rows.removeAll { row in
        act("removeAll")
        return row.number == 3
      }
      rows.append(Row(number: 8) {})
    }
    list.set(list.value.reversed()) { row in
      act("identity")
      return row.number
    }
    list.append(Row(number: 9) {})
    let numbers = list.value.map(\.number)
    #expect(numbers.contains(9))
    #expect(mapped.value == numbers)
    #expect(filtered.value.map(\.number) == numbers)
    #expect(sorted.value.map(\.number) == numbers.sorted())
    #expect(sections.value.flatMap { $0.items.value.map(\.number) }.sorted() == numbers.sorted())
  }
}
