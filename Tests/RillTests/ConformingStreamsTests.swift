import Rill
import StreamTesting
import Testing

/// All types that conform to `StreamProtocol`, with a new instance for each check.
private struct Stream: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () -> Signal<Int, Never>
}

/// Returns a stream that retains its owner.
///
/// A constant of this file would serve in a test. But the runtime's side table of a weakly referenced constant is a
/// leak to the leak sanitizer.
private func owned<Owner: Sendable>(
  _ owner: Owner, _ stream: @escaping @Sendable (Owner) -> Signal<Int, Never>
) -> Signal<Int, Never> {
  .deferred { stream(owner) }
}

private let streams: [Stream] = [
  Stream(testDescription: "Signal") { Signal([1, 2, 3]) },
  Stream(testDescription: "LazyStream") { LazyStream([1, 2, 3]).signal },
  Stream(testDescription: "Subject, completed") {
    let subject = Subject<Int, Never>()
    subject.complete()
    return subject.signal
  },
  Stream(testDescription: "BehaviorSubject") {
    owned(BehaviorSubject<Int, Never>(7)) { $0.signal }
  },
  Stream(testDescription: "ReplaySubject, completed") {
    let subject = ReplaySubject<Int, Never>.unbounded()
    for value in 1...3 { subject.send(value) }
    subject.complete()
    return subject.signal
  },
  Stream(testDescription: "MutableProperty") { owned(MutableProperty(7)) { $0.signal } },
  Stream(testDescription: "Property") {
    owned(MutableProperty(7)) { Property($0, Property(constant: 1)) { $0 + $1 }.signal }
  },
  Stream(testDescription: "Terminal") { owned(MutableProperty(7)) { $0.terminal.signal } },
  Stream(testDescription: "Terminal of a channel") {
    let channel = Channel<Int>()
    channel.leading.send(7)
    return owned(channel) { $0.following.signal }
  },
  Stream(testDescription: "Execution") {
    owned(Command<Int, Int, Never> { .just($0) }) { $0.execute(5).signal.catch { _ in .empty } }
  },
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
