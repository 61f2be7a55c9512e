import Observation
import Rill
import StreamTesting
import TestSupport
import Testing

private struct Resident: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
}

/// Collections as nodes of the state graph.
@Suite struct CollectionNodeTests {
  @Test func theCountAnElementAndTheWholeAreTrackedSeparately() {
    let list = ObservableList(["a", "b", "c"])
    let (counts, seconds, wholes) = (Heard<Int>(), Heard<String>(), Heard<[String]>())
    let handles = [
      effect { counts.append(list.count) }, effect { seconds.append(list[1]) }, effect { wholes.append(list.value) },
    ]
    list[0] = "x"
    #expect(counts.values == [3])
    #expect(seconds.values == ["b"])
    list[1] = "y"
    list.append("d")
    #expect(counts.values == [3, 4])
    #expect(seconds.values == ["b", "y"])
    #expect(wholes.values.count == 4)
    for handle in handles { handle.dispose() }
  }

  /// The closure of the second property reads nothing.
  @Test(arguments: [MutableProperty(50).property, Property { 50 }])
  func anEditRunsTheCriterionForTheChangedRowOnly(_ limit: Property<Int>) {
    let (list, runs) = (ObservableList(0..<100), Locked(0))
    let shown = list.filter { row in
      runs.withLock { $0 += 1 }
      return row < limit.value
    }
    let handle = shown.edits.subscribe { _ in }
    #expect(runs.withLock { $0 } == 100)
    list[7] = 70
    #expect(shown.count == 49)
    #expect(runs.withLock { $0 } <= 102)
    handle.dispose()
  }

  @Test func aBatchIsOneChange_andIsReadInside() {
    let list = ObservableList([3, 1, 2])
    let sorted = list.sorted()
    let edits = Heard<[CollectionEdit<Int>]>()
    let handle = sorted.edits.skip(1).subscribe(isolation: nil) { edits.append($0.edits) }
    batch {
      list.append(0)
      #expect(sorted.value == [0, 1, 2, 3])
      list.remove(at: 0)
      #expect(sorted.value == [0, 1, 2])
    }
    #expect(edits.values == [[.remove(3, at: 2), .insert(0, at: 0)]])
    handle.dispose()
  }

  @Test func aBatchThatThrowsIsNoChange() {
    struct Stop: Error {}
    let list = ObservableList([1, 2])
    let even = list.filter { $0 % 2 == 0 }
    #expect(throws: Stop.self) {
      try batch {
        list.append(4)
        #expect(even.value == [2, 4])
        throw Stop()
      }
    }
    #expect(even.value == [2])
  }

  @Test func observersOfAnUnchangedStageAreNotNotified() {
    let list = ObservableList([1, 2, 3])
    let even = list.filter { $0 % 2 == 0 }
    let runs = Heard<Int>()
    let mapped = even.map { number in
      runs.append(number)
      return -number
    }
    let changes = Heard<Int>()
    let handle = mapped.edits.subscribe(isolation: nil) { changes.append($0.edits.count) }
    list.append(5)
    list.remove(at: 0)
    #expect(changes.values == [1])
    list.append(6)
    #expect(changes.values == [1, 1])
    #expect(runs.values == [2, 6])
    handle.dispose()
  }

  @Test func aRowIsMadeOnce_movesWithItsElement_andIsReleasedWhenItLeaves() {
    let probe = LifetimeProbe()
    let list = ObservableList([Resident(id: 1, name: "Ada"), Resident(id: 2, name: "Bob"), Resident(id: 3, name: "Cy")])
    let descending = MutableProperty(false)
    let made = Heard<String>()
    let models = list.sorted { descending.value ? $0.name > $1.name : $0.name < $1.name }.map { person in
      made.append(person.name)
      return probe.object()
    }
    let handle = models.edits.subscribe { _ in }
    #expect(made.values == ["Ada", "Bob", "Cy"])
    let first = ObjectIdentifier(models[0])
    descending.value = true
    list.move(from: 0, to: 2)
    #expect(ObjectIdentifier(models[2]) == first)
    #expect(made.values.count == 3)
    list.remove(at: 2)
    #expect(probe.liveCount == 2)
    list.removeAll()
    #expect(probe.liveCount == 0)
    handle.dispose()
  }

  @Test func anElementThatIsMovedAndReplacedKeepsItsIdentity() {
    let list = ObservableList([Resident(id: 1, name: "Ada"), Resident(id: 2, name: "Bob"), Resident(id: 3, name: "Cy")])
    let sorted = list.sorted { $0.name < $1.name }
    let follower = Follower(sorted)
    list[0].name = "Zoe"
    #expect(
      follower.edits.last == [
        .move(Resident(id: 1, name: "Ada"), from: 0, to: 2),
        .replace(Resident(id: 1, name: "Ada"), with: Resident(id: 1, name: "Zoe"), at: 2),
      ])
    #expect(follower.elements == sorted.value)
  }

  @Test func aCriterionIsFollowed_alsoWhereOnlyANewRowHasReadIt() {
    let list = ObservableList([1])
    let (limit, isStrict) = (MutableProperty(5), MutableProperty(true))
    let shown = list.filter { $0 < 3 || isStrict.value && $0 < limit.value }
    #expect(shown.value == [1])
    list.append(4)
    #expect(shown.value == [1, 4])
    list.append(2)
    limit.value = 4
    #expect(shown.value == [1, 2])
    isStrict.value = false
    limit.value = 9
    #expect(shown.value == [1, 2])
  }

  @Test func aRowOfATableIsFollowedByKey() {
    let people = TableProperty<Int, Resident>([Resident(id: 1, name: "Ada"), Resident(id: 2, name: "Bob")])
    let (ada, rows) = (Heard<String?>(), Heard<Int>())
    let handles = [effect { ada.append(people[id: 1]?.name) }, effect { rows.append(people.count) }]
    people[id: 2]?.name = "Bo"
    people[id: 1]?.name = "Ada L."
    people[id: 1] = nil
    #expect(ada.values == ["Ada", "Ada L.", nil])
    #expect(rows.values == [2, 1])
    #expect(people.value == [Resident(id: 2, name: "Bo")])
    for handle in handles { handle.dispose() }
  }

  @Test func observationTracksTheReads() {
    let list = ObservableList([1, 2])
    let changes = Heard<String>()
    withObservationTracking {
      _ = list.count
    } onChange: {
      changes.append("count")
    }
    list[0] = 5
    #expect(changes.values == [])
    list.append(3)
    #expect(changes.values == ["count"])
  }

  @Test func observationIgnoresEqualElements() {
    let (list, table) = (ObservableList([1, 2]), TableProperty([Resident(id: 1, name: "Ada")]))
    let changes = Heard<String>()
    withObservationTracking {
      _ = (list.value, list.elements)
    } onChange: {
      changes.append("list")
    }
    withObservationTracking {
      _ = table.value
    } onChange: {
      changes.append("table")
    }
    list.set(list.value, by: \.self)
    list[0] = 1
    table.set(table.value)
    table[id: 1]?.name = "Ada"
    #expect(changes.values == [])
    list[0] = 5
    table[id: 1]?.name = "Bo"
    #expect(changes.values == ["list", "table"])
  }

  @Test func aStepInsideAStepIsPartOfIt() {
    let (one, other) = (MutableProperty(0), MutableProperty(0))
    let history = History(of: one)
    history.step {
      one.value = 1
      history.step(of: [one, other]) { (one.value, other.value) = (2, 2) }
      #expect(!history.undo())
      one.value = 3
    }
    #expect(history.undo())
    #expect((one.value, other.value) == (0, 0))
    #expect(!history.undo())
    #expect(history.redo())
    #expect((one.value, other.value) == (3, 2))
    #expect(!history.redo())
  }

  @Test func aStepThatThrowsInsideAStepIsNoPartOfIt() {
    struct Stop: Error {}
    let (one, other) = (MutableProperty(0), MutableProperty(0))
    let history = History(of: one)
    history.step {
      one.value = 1
      try? history.step(of: [other]) {
        other.value = 2
        throw Stop()
      }
    }
    other.value = 7
    history.undo()
    #expect((one.value, other.value) == (0, 7))
    #expect(!history.canUndo.value)
  }

  @Test func aListOfAStreamMatchesByKey() {
    let stream = Subject<[Resident], Never>()
    let list = DerivedList(stream, by: \.id)
    let follower = Follower(list)
    stream.send([Resident(id: 1, name: "a"), Resident(id: 2, name: "b")])
    stream.send([Resident(id: 2, name: "b"), Resident(id: 1, name: "c")])
    #expect(follower.elements == [Resident(id: 2, name: "b"), Resident(id: 1, name: "c")])
    #expect(follower.edits.last?.count == 2)
  }

  @Test func aLensIsReadSetAndBound() {
    let people = TableProperty<Int, Resident>()
    let field = MutableProperty<Resident?>(nil)
    let binding = people[id: 1] <~> field
    people.update([Resident(id: 1, name: "Ada")])
    #expect(field.value?.name == "Ada")
    field.value?.name = "Grace"
    #expect(people[id: 1]?.name == "Grace")
    binding.dispose()

    let document = MutableProperty(Resident(id: 1, name: "a"))
    let name = document[\.name]
    let text = MutableProperty("")
    text <~> name
    #expect(text.value == "a")
    text.value = "b"
    #expect(document.value.name == "b")
    document.value = Resident(id: 2, name: "c")
    #expect(text.value == "c")
    name.value = "d"
    #expect(document.value == Resident(id: 2, name: "d") && text.value == "d")
  }

  @Test func stepsAreUndoneAndMadeAgain() {
    let (title, rows) = (MutableProperty("a"), ObservableList([1]))
    let history = History(of: title, rows, limit: 2)
    let undoable = Heard<Bool>()
    let handle = effect { undoable.append(history.canUndo.value) }
    history.step {
      title.value = "b"
      rows.append(2)
    }
    history.step { rows.append(3) }
    #expect(history.undo())
    #expect(rows.value == [1, 2] && title.value == "b")
    #expect(history.undo())
    #expect(rows.value == [1] && title.value == "a")
    #expect(!history.undo())
    #expect(history.redo() && history.redo() && !history.redo())
    #expect(rows.value == [1, 2, 3] && title.value == "b")
    for number in 4...6 { history.step { rows.append(number) } }
    #expect(history.undo() && history.undo() && !history.undo())
    #expect(rows.value == [1, 2, 3, 4])
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try history.step {
        rows.removeAll()
        throw Stop()
      }
    }
    #expect(rows.count == 4 && history.canRedo.value)
    #expect(undoable.values == [false, true, false, true, false])
    handle.dispose()
  }

  @Test func undoingAStepOfSomeSourcesLeavesTheOthers() {
    let (title, rows) = (MutableProperty("a"), ObservableList([1]))
    let history = History()
    history.step(of: [title]) { title.value = "b" }
    rows.append(2)
    history.step(of: [rows]) { rows.append(3) }
    title.value = "c"
    #expect(history.undo())
    #expect(title.value == "c" && rows.value == [1, 2])
    #expect(history.undo())
    #expect(title.value == "a" && rows.value == [1, 2])
    #expect(history.redo() && history.redo() && !history.redo())
    #expect(title.value == "c" && rows.value == [1, 2, 3])
  }
}

@Suite struct ExpiryTests {
  @Test func rowsLeaveSomeTimeAfterTheyWereSet() {
    let scheduler = TestScheduler()
    let people = TableProperty<Int, Resident>([Resident(id: 1, name: "Ada")])
    let handle = people.expire(after: .seconds(3), on: scheduler)
    scheduler.advance(by: .seconds(2))
    people.update([Resident(id: 2, name: "Bob")])
    scheduler.advance(by: .seconds(1))
    #expect(people.value.map(\.id) == [2])
    people[id: 2]?.name = "Bo"
    scheduler.advance(by: .seconds(2))
    #expect(people.value.map(\.name) == ["Bo"])
    scheduler.advance(by: .seconds(1))
    #expect(people.value.isEmpty)
    people.update([Resident(id: 3, name: "Cy")])
    handle.dispose()
    scheduler.advance(by: .seconds(9))
    #expect(people.count == 1)
  }

  /// An effect of a collection observes the properties that a criterion reads.
  @Test func aResourceThatACriterionReadsIsLoaded() {
    func loads(_ read: @escaping @Sendable (DerivedList<Int>, DerivedTable<Int, Int>) -> Void) -> Int {
      let loads = Heard<Int>()
      let resource = Resource<Int, Never>(
        loading: Property(constant: 2), on: ImmediateScheduler(),
        from: { limit in
          .deferred {
            loads.append(limit)
            return .just(limit)
          }
        })
      let known = ObservableList([1, 2, 3]).filter { $0 <= resource.value.latest ?? 1 }
      let table = known.indexed { $0 }
      effect { read(known, table) }.dispose()
      return loads.values.count
    }
    #expect(loads { list, _ in _ = list.value } == 1)
    #expect(loads { list, _ in _ = list[0] } == 1)
    #expect(loads { list, _ in _ = list.count } == 1)
    #expect(loads { _, table in _ = table[id: 1] } == 1)
  }
}
