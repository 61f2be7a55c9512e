import Operators
import StreamTesting
import Testing

struct GroupedUntilTests {
  private typealias Group = GroupedSignal<String, String, MarbleFailure>

  /// Checks the keys of the result, and the events of each group.
  private func expect(
    _ source: String, _ expected: String, _ groups: [String], line: UInt = #line,
    _ body: (Signal<String, MarbleFailure>, TestScheduler) -> Signal<Group, MarbleFailure>
  ) {
    let time = TestScheduler()
    let views = Notes<Recorder<String, MarbleFailure>>()
    let names = body(time.cold(source).signal, time).map { group in
      views.add(Recorder(group.signal, on: time))
      return ["x", "y", "z"][views.all.count - 1]
    }
    expectMarbles(expected, names, on: time, line: line)
    #expect(views.all.map(\.marbles) == groups)
  }

  @Test func picture() {
    expect("a--b--A-----A--|", "x--y--------z--|", ["a-----A--|", "---b-----|", "------------A--|"]) { input, time in
      let ends = Subject<Void, MarbleFailure>()
      time.schedule(after: time.ticks(9)) { ends.send(()) }
      return input.grouped(by: { $0.lowercased() }, until: { _ in ends.finally { withExtendedLifetime(ends) {} } })
    }
  }

  @Test func pictureOfALimit() {
    expect("a--b--A--c--|", "x--y-----z--|", ["a-----A-----|", "---b-----|", "---------c--|"]) { input, _ in
      input.grouped(by: { $0.lowercased() }, limit: 2)
    }
  }

  @Test func aGroupContinuesAfterTheResultIsDisposed() {
    let numbers = Subject<Int, Never>()
    let received = Notes<Int>()
    let groups = numbers.grouped(by: { $0 % 2 }, limit: 1).subscribe { group in
      group.signal.subscribe { received.add($0) }
    }
    numbers.send(1)
    groups.dispose()
    numbers.send(2)
    numbers.send(3)
    #expect(received.all == [1, 3])
  }

  @Test func anIdleGroupEnds() {
    expect("a-A---A-|", "x-----y-|", ["a-A--|", "------A-|"]) { input, time in
      input.grouped(by: { $0.lowercased() }, until: { $0.debounce(for: time.ticks(3), on: time) })
    }
  }

  @Test func aFailureEndsTheResultAndEveryGroup() {
    expect("a--b#", "x--y#", ["a---#", "---b#"]) { input, _ in
      input.grouped(by: { $0.lowercased() }, until: { _ in Signal<Int, MarbleFailure>.never })
    }
  }

  @Test func aGroupWhoseStreamHasFiredAlreadyGetsOneValue() {
    let groups = Signal([1, 1, 2]).grouped(by: { $0 }, until: { _ in Signal<Int, Never>.just(0) })
    #expect(values(groups.flatMap { $0.signal.collect() }) == [[1], [1], [2]])
  }

  /// The stream of a group is no subscriber that keeps the source going.
  @Test func theSourceIsDisposedWithTheResult() {
    let source = Subject<Int, Never>()
    let disposals = Counter()
    let result = source.finally { disposals.up() }.grouped(by: { $0 % 2 }, until: { $0.filter { $0 > 100 } }).subscribe
    { _ in }
    source.send(1)
    result.dispose()
    #expect(disposals.count == 1)
  }

  @Test func aGroupWithSubscribersContinuesWhenTheResultIsDisposed() {
    let source = Subject<Int, Never>()
    let announced = Notes<GroupedSignal<Int, Int, Never>>()
    let result = source.grouped(by: { $0 % 2 }, until: { $0.filter { $0 > 100 } }).subscribe { announced.add($0) }
    source.send(1)
    let odd = Recorder(announced.all[0])
    result.dispose()
    source.send(3)
    source.send(4)
    source.send(101)
    source.send(5)
    #expect(odd.events == [.next(3), .next(101), .completed])
    #expect(announced.all.count == 1)
  }

  /// Ends a group after its third value, and at the limit the one that was idle for the longest time.
  @Test func randomListsAreGroupedAsByANaiveVersion() {
    forRandomLists { list, random in
      let limit = random.below(2) == 0 ? Int.max : 1 + random.below(3)
      let modulus = 1 + random.below(5)
      let groups = Signal(list).grouped(by: { $0 % modulus }, limit: limit, until: { $0.skip(2) })
      var expected: [[Int]] = []
      // The open groups: the least recently used is first.
      var open: [(key: Int, index: Int)] = []
      for number in list {
        let key = number % modulus
        let place = open.firstIndex { $0.key == key }
        if place == nil, open.count == limit { open.removeFirst() }
        let group = place.map { open.remove(at: $0) } ?? (key: key, index: expected.count)
        if place == nil { expected.append([]) }
        expected[group.index].append(number)
        if expected[group.index].count < 3 { open.append(group) }
      }
      let views = Notes<Recorder<Int, Never>>()
      groups.subscribe { views.add(Recorder($0.signal)) }
      #expect(views.all.map(\.values) == expected)
      #expect(views.all.allSatisfy { $0.completion == .completed })
    }
  }

  @Test func aLimitBelowOneTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal([1]).grouped(by: { $0 }, limit: 0) }
  }

  @Test func battery() {
    Battery.check("grouped until") { (input: Signal<Int, TestFailure>) in
      input.grouped(by: { $0 % 2 }, until: { $0.skip(1) }).flatMap { $0.signal }
    }
    Battery.check("grouped, limited") { (input: Signal<Int, TestFailure>) in
      input.grouped(by: { $0 % 2 }, limit: 1).flatMap { $0.signal }
    }
  }
}
