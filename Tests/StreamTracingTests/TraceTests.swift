import Foundation
import Rill
import StreamTesting
import Testing

/// Runs each test in a separate scope, so that concurrent tests are not recorded.
struct InScope: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let scope = TraceScope()
    defer { scope.end() }
    try await scope.run(function)
  }
}

/// Only one recording can run at a time, so these tests are serialized.
@Suite(.serialized, InScope())
struct TraceTests {
  private nonisolated(nonsending) func recorded(
    privacy: Trace.Privacy = .shown, _ body: () async throws -> Void
  ) async rethrows -> OwnRecording {
    Trace.start(privacy: privacy)
    try await body()
    return OwnRecording(Trace.stop())
  }

  @Test func valuesAreRecordedFromTheSubjectToTheHandler() async {
    let recording = await recorded {
      let words = Subject<String, Never>()
      words.map(\.count).filter { $0 > 2 }.subscribe { _ in }
      words.send("ab")
      words.send("abc")
    }
    #expect(
      recording.lines == [
        "Subject next ab", "map next 2", "Subject next abc", "map next 3", "filter next 3", "subscribe next 3",
        "Subject completed", "map completed", "filter completed", "subscribe completed",
      ])
  }

  @Test func anOperatorWithATimerIsRecordedAsOneStage() async {
    let recording = await recorded {
      let (numbers, time) = (Subject<Int, Never>(), TestScheduler())
      numbers.throttle(for: .seconds(1), edge: .both, on: time).subscribe { _ in }
      numbers.send(1)
      numbers.send(2)
      time.advance(by: .seconds(1))
    }
    #expect(
      recording.lines.filter { $0.contains("next") } == [
        "Subject next 1", "throttle next 1", "subscribe next 1", "Subject next 2", "throttle next 2",
        "subscribe next 2",
      ])
  }

  @Test func aSubjectOfEachKindIsRecordedWithoutAStage() async {
    let recording = await recorded {
      let words = ReplaySubject<String, Never>(count: 1)
      words.map(\.count).subscribe { _ in }
      words.send("ab")
      let present = BehaviorSubject<String, Never>("abc")
      present.map(\.count).subscribe { _ in }
    }
    #expect(
      recording.lines.filter { $0.contains("next") } == [
        "ReplaySubject next ab", "map next 2", "subscribe next 2",
        "BehaviorSubject next abc", "map next 3", "subscribe next 3",
      ])
  }

  @Test func aPathLeadsFromAHandlerBackToItsCause() async throws {
    let recording = await recorded {
      let source = Subject<Int, Never>()
      let other = MutableProperty(0)
      let sum = other.map { $0 + 1 }
      source.subscribe { other.value = $0 }
      sum.signal.subscribe { _ in }
      source.send(7)
    }
    let last = try #require(recording.events.last { $0.value == "8" })
    #expect(
      recording.causes(of: last) == ["subscribe", "map", "MutableProperty", "subscribe", "Subject"])
  }

  @Test func aDerivedPropertyIsComputedBecauseOfTheInputThatHasChanged() async throws {
    let recording = await recorded {
      let (a, b) = (MutableProperty(1), MutableProperty(2))
      let sum = Property { a.value + b.value }
      let handle = sum.signal.subscribe { _ in }
      b.value = 5
      handle.dispose()
    }
    let computed = try #require(recording.events.last { $0.kind == "computed" })
    let cause = try #require(recording.causing(computed))
    #expect(cause.value == "5")
    #expect(recording.inputs(of: computed.node).count == 2)
  }

  @Test func anEffectIsCausedByTheChangeAndCausesItsSends() async throws {
    let recording = await recorded {
      let (a, b) = (MutableProperty(1), MutableProperty(2))
      let sums = Subject<Int, Never>()
      sums.subscribe { _ in }
      let following = effect { sums.send(a.value + b.value) }
      b.value = 5
      following.dispose()
    }
    let sent = try #require(recording.events.last { $0.kind == "next" && $0.value == "6" })
    #expect(recording.causes(of: sent) == ["subscribe", "Subject", "effect", "MutableProperty"])
    let node = try #require(recording.events.last { $0.kind == "computed" }).node
    #expect(recording.inputs(of: node).count == 2)
    #expect(recording.events.count { $0.node == node } == 2)
  }

  @Test func anEffectOfADerivedPropertyRunsAfterThat() async throws {
    let recording = await recorded {
      let count = MutableProperty(1)
      let isEven = count.map { $0 % 2 == 0 }
      let handle = effect { _ = isEven.value }
      count.value = 2
      handle.dispose()
    }
    let ran = try #require(recording.events.last { $0.kind == "computed" })
    #expect(recording.name(ran) == "effect")
    #expect(recording.causes(of: ran) == ["effect", "map", "MutableProperty"])
  }

  @Test func anEventForSeveralObserversIsRecordedOnce() async {
    let recording = await recorded {
      let numbers = Subject<Int, Never>()
      for _ in 0..<3 { numbers.subscribe { _ in } }
      numbers.send(1)
      numbers.send(1)
    }
    #expect(recording.lines.count { $0 == "Subject next 1" } == 2)
    #expect(recording.lines.count { $0 == "subscribe next 1" } == 6)
  }

  @Test func aValueWithoutObserversIsDropped() async {
    let recording = await recorded {
      let numbers = Subject<Int, Never>()
      numbers.send(1)
    }
    #expect(recording.lines == ["Subject dropped 1, because the subject has no observers"])
    let state = await recorded {
      let number = MutableProperty(0)
      number.map { $0 + 1 }.subscribe { _ in }
      number.value = 1
    }
    #expect(state.lines.contains("MutableProperty next 1"))
    #expect(!state.lines.contains { $0.contains("dropped") })
  }

  @Test func aDisposalIsRecorded() async {
    let recording = await recorded {
      let numbers = Subject<Int, Never>()
      numbers.subscribe { _ in }.dispose()
      withExtendedLifetime(numbers) {}
    }
    #expect(recording.lines == ["subscribe disposed"])
  }

  @Test func failuresCarryTheWayTheyCame() async throws {
    struct Lost: Error {}
    let recording = await recorded {
      let source = Subject<Int, Lost>()
      source.map { $0 + 1 }.skip(1).subscribe(next: { _ in }, failed: { _ in })
      source.fail(Lost())
    }
    let last = try #require(recording.events.last)
    #expect(last.kind == "failed")
    let path = recording.all.path(of: last)
    #expect(path.hasPrefix("StreamTracingTests/TraceTests.swift:"))
    #expect(path.contains(" → map → skip → StreamTracingTests/TraceTests.swift:"))
  }

  @Test func operatorsThatHandleAFailureAreRecordedWithTheirNames() async {
    struct Lost: Error {}
    let recording = await recorded {
      let source = Subject<Int, Lost>()
      let others = [
        source.catch { _ in .just(1) }, source.catch(to: Signal.just(2)), source.ignoreFailure(),
        source.replaceFailure(with: 3),
      ]
      for stream in others { stream.subscribe { _ in } }
      source.send(0)
    }
    #expect(
      recording.lines.filter { $0.hasSuffix(" next 0") } == [
        "Subject next 0", "catch next 0", "subscribe next 0", "catch next 0", "subscribe next 0",
        "ignoreFailure next 0", "subscribe next 0", "replaceFailure next 0", "subscribe next 0",
      ])
  }

  @Test func aHandlerCanReadThePathOfAFailure() async {
    struct Lost: Error {}
    let (said, lines) = (Lock(""), Lock([String]()))
    _ = await recorded {
      let source = Subject<Int, Lost>()
      source.map { $0 + 1 }.log("sum", to: { line in lines.withLock { $0.append(line) } })
        .subscribe(next: { _ in }, failed: { _ in said.withLock { $0 = Trace.path ?? "" } })
      source.fail(Lost())
    }
    #expect(said.withLock { $0 }.contains(" → map → on → StreamTracingTests/TraceTests.swift:"))
    #expect(
      lines.withLock { $0 }.last?.contains("failed Lost() by way of StreamTracingTests/TraceTests.swift:") == true)
    #expect(Trace.path == nil)
  }

  @Test func valuesCanBeHidden() async {
    let recording = await recorded(privacy: .hidden) {
      struct Secret: Error {}
      let names = Subject<String, Secret>()
      names.subscribe(next: { _ in }, failed: { _ in })
      names.send("password")
      names.fail(Secret())
    }
    #expect(recording.lines == ["Subject next", "subscribe next", "Subject failed", "subscribe failed"])
    #expect(!recording.all.jsonLines.contains("password"))
  }

  @Test func theTextOfAValueIsMadeWithoutALock() async {
    let probe = LockProbe()
    _ = await recorded {
      let subject = Subject<Probed, Never>()
      let (one, other) = (MutableProperty(probe.value(0)), MutableProperty(probe.value(0)))
      let sum = Property { one.value.number + other.value.number }
      let handle = sum.subscribe { _ in }
      one.map { $0 }.subscribe { _ in }
      other.distinctUntilChanged().subscribe { _ in }
      one.signal.map { $0 }.subscribe { _ in }
      other <~ subject.map { $0 }
      subject.send(probe.value(1))
      batch {
        one.value = probe.value(2)
        other.value = probe.value(3)
        one.modify { $0 = probe.value(4) }
      }
      let command = Command { (input: Probed) in input }
      command.errors.subscribe { _ in }
      _ = await command.execute(probe.value(5)).result
      handle.dispose()
    }
    #expect(probe.lookCount > 0)
    #expect(probe.breaches == [])
  }

  @Test func innerStreamsBelongToTheFlatteningOperator() async throws {
    let recording = await recorded {
      let numbers = Subject<Int, Never>()
      numbers.flatMap(.latest) { number in Signal([number, number * 10]).map { $0 + 1 } }.subscribe { _ in }
      numbers.send(1)
    }
    let inner = try #require(recording.events.first { $0.value == "11" && recording.name($0) == "map" })
    #expect(recording.outputs(of: inner.node).contains { $0.hasPrefix("flatMap") })
  }

  @Test func commandsAreRecordedWithTheirExecutions() async {
    let recording = await recorded {
      let work = Subject<Int, Never>()
      let command = Command<Int, Int, Never>(on: .immediate) { _ in work }
      command.execute(1)
      command.execute(2)
      work.complete()
    }
    let lines = recording.lines.filter { $0.hasPrefix("Command") }
    #expect(lines == ["Command began 1", "Command refused its policy is exclusive", "Command ended completed"])
    let runs = recording.events.compactMap(\.run)
    #expect(runs.count == 3 && runs[0] == runs[2] && runs[0] != runs[1])
  }

  @Test @MainActor func aHopIsPartOfTheWay() async throws {
    let recording = await recorded {
      let numbers = Subject<Int, Never>()
      let (told, tell) = AsyncStream<Int>.makeStream()
      numbers.subscribe { number in
        MainActor.assertIsolated()
        tell.yield(number)
      }
      Task.detached { numbers.send(42) }
      for await _ in told { break }
    }
    let told = try #require(recording.events.first { recording.name($0) == "subscribe" && $0.kind == "next" })
    #expect(recording.causes(of: told) == ["subscribe", "subscribe", "Subject"])
    #expect(recording.events.contains { $0.kind == "hop" && $0.value == "MainActor" })
  }

  @Test func livingObjectsAreListedByPlaceAndOwner() async throws {
    Trace.start()
    let numbers = Subject<Int, Never>()
    let subscriptions = (0..<3).map { _ in numbers.map { $0 + 1 }.subscribe { _ in } }
    let own = Trace.alive.places.filter { $0.place.hasPrefix("StreamTracingTests/TraceTests") }
    let three = try #require(own.first)
    #expect(three.count == 3 && three.name == "subscribe")
    #expect(three.keptBy.count == 1 && three.keptBy[0].hasPrefix("Subject (StreamTracingTests/TraceTests.swift:"))
    for subscription in subscriptions { subscription.dispose() }
    #expect(!Trace.alive.places.contains { $0.place == three.place })
    withExtendedLifetime(numbers) {}
    Trace.stop()
    #expect(Trace.recording.events.isEmpty)
  }

  @Test func aRingKeepsTheNewest() async throws {
    Trace.start(capacity: 2_000)
    let numbers = Subject<Int, Never>()
    numbers.subscribe { _ in }
    for number in 0..<10_000 { numbers.send(number) }
    let recording = Trace.stop()
    let own = OwnRecording(recording)
    #expect(own.lines.last { $0.hasPrefix("subscribe next") } == "subscribe next 9999")
    #expect(recording.lost > 0)
    #expect(own.events.count < 10_000)
  }

  @Test func textIsBoundedAndEscaped() async throws {
    let recording = await recorded {
      let texts = Subject<String, Never>()
      texts.subscribe { _ in }
      texts.send(String(repeating: "x", count: 1_000))
      texts.send("\"</script>\u{1}\n")
    }
    #expect(recording.lines[0].count == "Subject next ".count + 121)
    let lines = recording.all.jsonLines.split(separator: "\n")
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    #expect(!recording.all.jsonLines.contains("</script>"))
  }

  @Test func aFileHasEverythingOnceTheRecordingHasStopped() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Trace.start(to: .file(path), capacity: 20_000)
    do {
      let numbers = Subject<Int, Never>()
      numbers.subscribe { _ in }
      for number in 0..<5_000 { numbers.send(number) }
    }
    Trace.stop()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.first?["is"] as? String == "recording")
    let node = objects.last {
      ($0["place"] as? String)?.hasPrefix("StreamTracingTests/TraceTests") == true
        && $0["name"] as? String == "subscribe"
    }
    let number = try #require(node?["node"] as? Int)
    let values = objects.filter { $0["node"] as? Int == number && $0["is"] as? String == "next" }
    #expect(values.compactMap { $0["value"] as? String } == (0..<5_000).map(String.init))
    #expect(objects.contains { $0["is"] as? String == "gone" && $0["node"] as? Int == number })
  }

  @Test func aFileThatCannotBeMadeIsAnError() {
    #expect(throws: TraceError.self) { try Trace.start(to: .file("/nowhere/recording.jsonl")) }
    #expect(throws: TraceError.self) { try Trace.start(to: .address(port: 1)) }
  }

  @Test func anArgumentIsAnAddressOrAFile() {
    if case .address(let host, let port) = Trace.Destination("localhost:7455").kind {
      #expect(host == "localhost" && port == 7_455)
    } else {
      Issue.record("not an address")
    }
    if case .file(let path) = Trace.Destination("a.jsonl").kind {
      #expect(path == "a.jsonl")
    } else {
      Issue.record("not a file")
    }
  }
}

/// A recording without the nodes of other tests.
struct OwnRecording {
  let all: Recording
  let events: [Recording.Event]
  private let nodes: [Int: NodeInfo]

  init(_ recording: Recording, file: String = "StreamTracingTests/TraceTests.swift") {
    all = recording
    nodes = Dictionary(recording.nodes.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    var own = Set(recording.nodes.filter { $0.place?.hasPrefix(file) == true }.map(\.id))
    // Adds the nodes attached to one of this test's nodes.
    var count = 0
    while count != own.count {
      count = own.count
      for edge in recording.edges where own.contains(edge.to) { own.insert(edge.from) }
    }
    events = recording.events.filter { own.contains($0.node) }
  }

  func name(_ event: Recording.Event) -> String { nodes[event.node]?.name ?? "?" }
  var lines: [String] { events.map { "\(name($0)) \($0.kind)\($0.value.map { " \($0)" } ?? "")" } }
  func causes(of event: Recording.Event) -> [String] { all.causes(of: event).map(name) }
  func causing(_ event: Recording.Event) -> Recording.Event? { all.causes(of: event).dropFirst().first }
  func inputs(of node: Int) -> [String] { all.edges.filter { $0.to == node }.compactMap { nodes[$0.from]?.name } }
  func outputs(of node: Int) -> [String] { all.edges.filter { $0.from == node }.compactMap { nodes[$0.to]?.name } }
}
