import Dispatch
import Rill
import StreamTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The code of `Docs/Guides/Async.md`; the last test compares it with the page.
@MainActor @Suite struct ConcurrencyDocTests {
  private let model = Account()
  private let directory = Directory()
  private let email = "ada@example.org"

  @Test func outOfAStream() async throws {
    model.email = email
    let lookedUp = Task { [model, directory] in
      for await email in model.$email.values(buffering: .newest(1)) {
        await directory.lookUp(email)
      }
    }
    await directory.waitForLookUps(1)
    lookedUp.cancel()
    await lookedUp.value
    #expect(await directory.lookedUp == ["ada@example.org"])

    let people = Signal([Person(name: "Ada"), Person(name: "Grace")])
    let receipt = try await model.subscribe.execute(email).single
    let names = await people.map(\.name).collect
    #expect(receipt == "Thanks, ada@example.org")
    #expect(names == ["Ada", "Grace"])
  }

  /// On the main actor no value is queued. Values that arrive from other threads meanwhile are.
  @Test func whereElseValuesWait() {
    let samples = Signal(1...25)
    let drops = DropCount()
    let shown = samples.deliver(on: .main, buffering: .newest(10, counting: drops))
    let atOnce = Recorder(shown)
    #expect(atOnce.values == Array(1...25))
    #expect(drops.count == 0)
    let fromElsewhere = withSmallStack { Recorder(shown) }
    #expect(fromElsewhere.values.isEmpty)
    #expect(drops.count == 15)
    fromElsewhere.dispose()
  }

  @Test func cancelling() async {
    let query = BehaviorSubject<String, Never>("swift")
    let directory = directory
    let search = Task {
      for await text in query.values(buffering: .newest(1)) { await directory.lookUp(text) }
    }
    search.cancel()
    await search.value

    let execution = model.subscribe.execute(email)
    let answer = await withTaskCancellationHandler {
      await execution.result
    } onCancel: {
      execution.cancel()
    }
    #expect(try! answer.get() == "Thanks, ada@example.org")
  }

  @Test func intoAStream() async throws {
    let station = Station()
    let weather = Signal { () async throws(WeatherError) in try await station.read() }
    let readings = Signal(station.readings)
    let report = Signal(Task { await station.report() })
    #expect(try await weather.single == 21)
    #expect(await readings.collect == [19, 20, 21])
    #expect(await report.first == "Turku")

    let onStation = readings.deliver(on: ActorScheduler(station))
    #expect(await onStation.collect == [], "an AsyncStream can be iterated once")
  }

  @Test func operatorsThatWait() async throws {
    let directory = directory
    let files = Signal([1, 2, 3])
    let query = Signal(["swift"])
    @Sendable func render(_ file: Int) async -> String { "picture \(file)" }
    let thumbnails = files.map(awaiting: .ordered(maxConcurrent: 4)) { await render($0) }
    let allowed = files.filter(awaiting: .concat) { await directory.permits($0) }
    let pages = query.flatMap(awaiting: .latest) { await directory.results(for: $0) }
    let found = pages.recover { _ in await directory.cached() }
    let patient = pages.retry { _, count in
      await directory.renewSession()
      return count <= 3
    }
    #expect(await thumbnails.collect == ["picture 1", "picture 2", "picture 3"])
    #expect(await allowed.collect == [1, 3])
    #expect(await found.collect == ["cached"])
    #expect(await patient.result == .failure(.source(WeatherError())))
    #expect(await directory.renewals == 4)
  }

  @Test func sendersThatWait() async {
    let subject = Subject<Int, Never>()
    let measurements = 0..<100
    var values = subject.values(buffering: .suspending(2)).makeAsyncIterator()
    let sender = Task {
      for measurement in measurements { await subject.send(awaitingCapacity: measurement) }
      subject.complete()
    }
    var sum = 0
    while let value = await values.next() { sum += value }
    await sender.value
    #expect(sum == 4_950)
  }

  @Test func anyClock() async {
    let query = Signal(["swift"])
    let settled = query.debounce(for: .milliseconds(300), on: .clock(ContinuousClock()))
    #expect(await settled.first == "swift", "completion sends what waits, at once")
  }

  @Test func virtualTime() {
    let query = Subject<String, Never>()
    let time = TestScheduler()
    let results = query.debounce(for: .seconds(1), on: time).map(awaiting: .latest) { text in
      try? await time.sleep(for: .seconds(2))
      return "found \(text)"
    }
    let recorder = Recorder(results, on: time)
    query.send("swift")
    time.advance(by: .seconds(3))
    #expect(recorder.values == ["found swift"])
  }

  /// Every block of Swift code on the page is in this file, line by line.
  @Test func thePageShowsTheCodeThatIsTestedHere() throws {
    let folders = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let page = try #require(lines(of: folders + "/Docs/Guides/Async.md"))
    let tested = try #require(lines(of: #filePath))
    var block: [String]?
    var count = 0
    for line in page {
      switch (line, block) {
      case ("```swift", _): block = []
      case ("```", let code?):
        let isThere = tested.indices.contains { tested[$0...].starts(with: code) }
        #expect(isThere, "not tested: \(code)")
        count += 1
        block = nil
      case (_, .some): block?.append(line)
      default: break
      }
    }
    #expect(count >= 9)
  }

  /// The lines of a text file, without the white space around them; `nil` if it cannot be read.
  private func lines(of path: String) -> [String]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}

private struct WeatherError: Error, Equatable {}

private struct Person: Sendable {
  var name: String
}

@MainActor private final class Account {
  @Observed var email = ""
  lazy var subscribe = Command { (email: String) async throws(WeatherError) in "Thanks, \(email)" }
}

private actor Station {
  nonisolated let readings: AsyncStream<Int>

  init() {
    let (readings, continuation) = AsyncStream.makeStream(of: Int.self)
    self.readings = readings
    for reading in 19...21 { continuation.yield(reading) }
    continuation.finish()
  }

  func read() async throws(WeatherError) -> Int { 21 }
  func report() -> String { "Turku" }
}

private actor Directory {
  private(set) var lookedUp: [String] = []
  private(set) var renewals = 0
  private let changes = BehaviorSubject<Int, Never>(0)

  func lookUp(_ text: String) {
    lookedUp.append(text)
    changes.value += 1
  }

  func waitForLookUps(_ count: Int) async { _ = await changes.first { $0 >= count }.first }

  func permits(_ file: Int) -> Bool { file != 2 }
  func results(for text: String) -> Signal<String, WeatherError> { .fail(WeatherError()) }
  func cached() -> String { "cached" }
  func renewSession() { renewals += 1 }
}
