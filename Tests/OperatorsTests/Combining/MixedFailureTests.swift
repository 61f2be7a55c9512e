import Operators
import StreamTesting
import Testing

/// Operators on a stream that cannot fail take streams that can, and the other way round. The result has the failure
/// type of the latter.
struct MixedFailureTests {
  private let sure = Signal<Int, Never>([1, 2])

  /// Passes the stream that can fail to `mix`: once without a failure, and once failing synchronously.
  private func check<Value: Equatable & Sendable>(
    _ expected: [Value], at location: SourceLocation = #_sourceLocation,
    _ mix: (Signal<Int, TestFailure>) -> Signal<Value, TestFailure>
  ) {
    var values: [Value] = []
    var completions: [Completion<TestFailure>] = []
    func run(_ stream: Signal<Value, TestFailure>) {
      values = []
      completions = []
      for event in (try? stream.materialize().blocking().toArray()) ?? [] {
        if let value = event.value { values.append(value) }
        if let completion = event.completion { completions.append(completion) }
      }
    }
    run(mix(Signal([1, 2]).promoteFailure()))
    #expect(values == expected, sourceLocation: location)
    #expect(completions == [.completed], sourceLocation: location)
    run(mix(.fail(TestFailure())))
    #expect(completions == [.failed(TestFailure())], sourceLocation: location)
  }

  @Test func mergeMixes() {
    check([1, 2, 1, 2]) { $0.merge(sure) }
    check([1, 2, 1, 2]) { sure.merge($0) }
  }

  @Test func concatMixes() {
    check([1, 2, 1, 2]) { $0.concat(sure) }
    check([1, 2, 1, 2]) { sure.concat($0) }
  }

  @Test func combineLatestMixes() {
    check(["21", "22"]) { $0.combineLatest(sure).map { a, b in "\(a)\(b)" } }
    check(["21", "22"]) { sure.combineLatest($0).map { a, b in "\(a)\(b)" } }
  }

  @Test func zipMixes() {
    check(["11", "22"]) { $0.zip(sure).map { a, b in "\(a)\(b)" } }
    check(["11", "22"]) { sure.zip($0).map { a, b in "\(a)\(b)" } }
  }

  @Test func switchIfEmptyMixes() {
    check([1, 2]) { Signal<Int, Never>.empty.switchIfEmpty(to: $0) }
    check([1, 2]) { $0.switchIfEmpty(to: sure) }
  }

  @Test func timeoutsMix() {
    let time = TestScheduler()
    let failing = Signal<Int, TestFailure>.fail(TestFailure())
    let fails = Recorder(
      Signal<Int, Never>.never.promoteFailure().timeout(after: time.ticks(1), on: time, to: failing), on: time)
    let never = Signal<Int, TestFailure>.never
    let goesOn = Recorder(never.timeout(after: time.ticks(1), on: time, to: sure.promoteFailure()), on: time)
    time.run()
    #expect(fails.events == [.failed(TestFailure())])
    #expect(goesOn.events == [.next(1), .next(2), .completed])
  }

  @Test func withLatestMixes() {
    check(["12", "22"]) { $0.withLatest(from: sure).map { "\($0)\($1)" } }
    check(["12", "22"]) { $0.withLatest(from: sure) { "\($0)\($1)" } }
    check(["12", "22"]) { sure.withLatest(from: $0).map { "\($0)\($1)" } }
    check(["12", "22"]) { sure.withLatest(from: $0) { "\($0)\($1)" } }
  }

  @Test func triggersMix() {
    let quiet = Signal<Int, Never>.never
    check([1, 2]) { $0.take(until: quiet) }
    check([]) { sure.take(until: $0) }
    check([1, 2]) { sure.skip(until: $0) }
    check([1, 2]) { $0.skip(until: sure) }
    check([1, 2]) { $0.take(untilReplacement: quiet).take(2) }
    check([1, 2]) { sure.take(untilReplacement: $0) }
  }

  @Test func samplingMixes() {
    let subject = Subject<Int, Never>()
    let heard = Lock<[Event<Int, TestFailure>]>([])
    let ticks = Subject<Void, TestFailure>()
    let sampled: Signal<Int, TestFailure> = subject.sample(at: ticks)
    sampled.subscribeEvents { event in heard.withLock { $0.append(event) } }
    subject.send(1)
    ticks.send(())
    ticks.fail(TestFailure())
    #expect(heard.withLock { $0 } == [.next(1), .failed(TestFailure())])
  }

  @Test func ifMixes() {
    let yes = Signal<Bool, Never>.just(true)
    check([1, 2]) { .if(yes, then: $0, else: $0) }
  }

  @Test func switchMixes() {
    let key = Signal<Int, Never>.just(1)
    check([1, 2]) { .switch(key, cases: [1: $0], default: .empty) }
  }
}
