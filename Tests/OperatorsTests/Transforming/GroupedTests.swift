import Operators
import StreamTesting
import Testing

struct GroupedTests {
  @Test func picture() {
    for (key, picture) in ["a": "a-----A-----|", "b": "---b-----B--|"] { expectGroup(key, "a--b--A--B--|", picture) }
    expectPicture("a--b--A--B--|", "x--y--------|", output: ["x": "a", "y": "b"]) { (source: Letters) in
      source.grouped { $0.lowercased() }.map(\.key)
    }
  }

  @Test func aFailureEndsTheResultAndEveryGroup() {
    for (key, picture) in ["a": "a-----A-#", "b": "---b----#"] { expectGroup(key, "a--b--A-#", picture) }
    expectPicture("a--b--A-#", "a--b----#") { (source: Letters) in source.grouped { $0.lowercased() }.map(\.key) }
  }

  private func expectGroup(_ key: String, _ source: String, _ picture: String, line: UInt = #line) {
    expectPicture(source, picture, line: line) { (source: Letters) in
      source.grouped { $0.lowercased() }.filter { $0.key == key }.flatMap { $0.signal }
    }
  }

  @Test func eachValueIsTransformed() {
    let numbers = Signal(1...6).grouped(by: { $0 % 2 }) { $0 * 10 }
    #expect(values(numbers.flatMap { $0.signal.collect() }) == [[10, 30, 50], [20, 40, 60]])
  }

  @Test(arguments: [Completion<Oops>.completed, .failed(.oops)])
  func theEndReachesTheResultAndThenEveryGroupInOrder(completion: Completion<Oops>) {
    let notes = Notes<String>()
    let subject = Subject<Int, Oops>()
    subject.grouped { $0 % 4 }.subscribeEvents({ event in
      guard case .next(let group) = event else { return notes.add("result") }
      group.subscribeEvents({ event in if event.isTerminal { notes.add("group \(group.key)") } })
    })
    for number in 0..<20 { subject.send(number) }
    subject.send(Event(completion))
    #expect(notes.all == ["result", "group 0", "group 1", "group 2", "group 3"])
  }

  @Test func aLateSubscriberMissesEarlierValues() {
    let notes = Notes<Int>()
    let announced = Notes<GroupedSignal<Bool, Int, Never>>()
    let subject = Subject<Int, Never>()
    subject.grouped { $0 > 0 }.subscribe { announced.add($0) }
    subject.send(1)
    announced.all[0].subscribe { notes.add($0) }
    subject.send(2)
    #expect(announced.all.map(\.key) == [true])
    #expect(notes.all == [2])
  }

  @Test func subscribedGroupsContinueWhenTheResultIsDisposed() {
    let announced = Notes<GroupedSignal<Bool, Int, Never>>()
    let source = Subject<Int, Never>()
    let disposals = Counter()
    let result = source.finally { disposals.up() }.grouped { $0 > 0 }.subscribe { announced.add($0) }
    source.send(1)
    source.send(-1)
    let positive = Recorder(announced.all[0])
    let negative = Recorder(announced.all[1])
    result.dispose()
    source.send(2)
    source.send(-2)
    #expect(positive.values == [2] && negative.values == [-2])
    positive.dispose()
    source.send(-3)
    #expect(disposals.count == 0)
    negative.dispose()
    #expect(disposals.count == 1)
    #expect(negative.values == [-2, -3] && negative.completion == nil)
    // A retained group completes: no further value can arrive.
    #expect(Recorder(announced.all[0]).events == [.completed])
  }

  @Test func noGroupIsAnnouncedAfterTheResultIsDisposed() {
    let announced = Notes<Int>()
    let source = Subject<Int, Never>()
    let values = Recorder(source.grouped { $0 % 3 }.on(next: { announced.add($0.key) }).take(1).flatMap { $0.signal })
    for number in 0..<7 { source.send(number) }
    #expect(announced.all == [0])
    #expect(values.values == [0, 3, 6])
    source.complete()
    #expect(values.completion == .completed)
  }

  @Test func withoutSubscribersOfGroupsTheSourceIsDisposedWithTheResult() {
    let source = Subject<Int, Never>()
    let disposals = Counter()
    let result = source.finally { disposals.up() }.grouped { $0 > 0 }.subscribe { _ in }
    source.send(1)
    result.dispose()
    #expect(disposals.count == 1)
  }

  /// Contract 14: the groups are out of reach when the source is, and wait if it never completes.
  @Test func groupsPassOnThatTheSourceIsOutOfReach() async {
    let notes = Notes<String>()
    let source = Signal<Int, Never> { observer in observer.send(1) }
    source.grouped { $0 > 0 }.subscribe { group in
      group.finally { notes.add("torn down") }
        .subscribe(next: { notes.add("value \($0)") }, completed: { notes.add("completed") })
    }
    #expect(notes.all == ["value 1", "torn down"])
    let time = TestScheduler()
    let groups = Recorder(Signal<Int, Never>.just(1).concat(Signal<Int, Never>.never).grouped { $0 > 0 })
    let loop = time.task {
      for await _ in groups.values[0].values {}
      notes.add("over")
    }
    time.advance()
    #expect(notes.all.count == 2)
    loop.cancel()
    time.advance()
    #expect(notes.all.last == "over")
  }

  @Test func allOfTheFirstGroups() {
    #expect(values(Signal(1...6).grouped { $0 % 2 }.take(1).flatMap { $0.signal }) == [1, 3, 5])
  }

  @Test func battery() {
    Battery.check("grouped") { (input: Signal<Int, TestFailure>) in input.grouped { $0 % 2 }.flatMap { $0.signal } }
  }
}
