import Rill
import StreamTesting
import Testing

/// Every type that conforms to `StreamProtocol`, made new for each question. The property and the command come and go with their owners, so
/// the test keeps these.
private struct Stream: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () -> Signal<Int, Never>
}

private let property = MutableProperty(7)
private let behavior = BehaviorSubject<Int, Never>(7)
private let command = Command<Int, Int, Never> { .just($0) }

private let streams: [Stream] = [
  Stream(testDescription: "Signal") { Signal([1, 2, 3]) },
  Stream(testDescription: "LazyStream") { LazyStream([1, 2, 3]).signal },
  Stream(testDescription: "Subject, completed") {
    let subject = Subject<Int, Never>()
    subject.complete()
    return subject.signal
  },
  Stream(testDescription: "BehaviorSubject") { behavior.signal },
  Stream(testDescription: "ReplaySubject, completed") {
    let subject = ReplaySubject<Int, Never>.unbounded()
    for value in 1...3 { subject.send(value) }
    subject.complete()
    return subject.signal
  },
  Stream(testDescription: "MutableProperty") { property.signal },
  Stream(testDescription: "Terminal") { property.terminal.signal },
  Stream(testDescription: "Execution") { command.execute(5).signal.catch { _ in .empty } },
]

@Suite struct ConformingStreamsTests {
  private func events(_ stream: some StreamProtocol<Int, Never>) -> [Event<Int, Never>] {
    Recorder(stream).events
  }

  @Test(arguments: streams) private func leftIdentity(_ stream: Stream) {
    let inner = stream.make()
    #expect(events(Signal.just(0).bind { { _, _ in inner } }) == events(inner))
  }

  @Test(arguments: streams) private func rightIdentity(_ stream: Stream) {
    let source = stream.make()
    #expect(events(source.bind { { value, _ in .just(value) } }) == events(source))
    #expect(!events(source).isEmpty)
  }

  @Test(arguments: streams) private func associativity(_ stream: Stream) {
    let source = stream.make()
    let double: @Sendable (Int) -> Signal<Int, Never> = { Signal([$0, $0]) }
    let next: @Sendable (Int) -> Signal<Int, Never> = { Signal([$0 + 1, $0 + 2]) }
    let left = source.bind { { value, _ in double(value) } }.bind { { value, _ in next(value) } }
    let right = source.bind { { value, _ in double(value).bind { { value, _ in next(value) } } } }
    #expect(events(left) == events(right))
  }

  @Test(arguments: streams) private func battery(_ stream: Stream) {
    Battery.check(stream: stream.testDescription) { stream.make() }
  }
}
