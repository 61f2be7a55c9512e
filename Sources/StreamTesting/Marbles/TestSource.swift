/// What a marble string fails with at its `#`, unless the test says otherwise.
public struct MarbleFailure: Error, Hashable, CustomStringConvertible {
  /// Tells one failure from another.
  public let name: String

  /// A failure; two of one name are equal.
  public init(_ name: String = "#") { self.name = name }

  /// The name.
  public var description: String { name }
}

/// The same failure under the name that reads better away from marbles.
public typealias TestFailure = MarbleFailure

/// One subscription to a source.
struct Visit: Hashable {
  let start: TestScheduler.Instant
  var end: TestScheduler.Instant?

  var drawing: String {
    var moments = [Moment(start.offset, .subscribed)]
    if let end { moments.append(Moment(end.offset, .disposed)) }
    return Timeline.drawing(moments)
  }
}

/// What a source has gone through. It knows nothing of values and listeners, so that a scheduler may keep it.
final class SourceLog: Sendable {
  let visits = Lock<[Visit]>([])

  /// The timers of a hot source, which run with or without listeners.
  let timers = CompositeDisposable()
}

/// A stream that does what a marble string says, and remembers who listened.
///
/// ```swift
/// let source = time.cold("a-b-c|")
/// let recorder = Recorder(source.take(1), on: time)
/// time.run()
/// #expect(recorder.values == ["a"])
/// #expect(source.subscriptions == ["(^!)"])
/// ```
///
/// Made by ``TestScheduler/cold(_:)`` and ``TestScheduler/hot(_:)``. Events are sent by whoever moves the time.
public final class TestSource<Value: Sendable, Failure: Error>: StreamProtocol {
  private let listeners = Lock<[Int: Observer<Value, Failure>]>([:])
  private let log = SourceLog()
  private let time: TestScheduler
  private let events: [(offset: Duration, event: Event<Value, Failure>)]
  private let isHot: Bool

  init(_ time: TestScheduler, _ events: [(offset: Duration, event: Event<Value, Failure>)], isHot: Bool) {
    self.time = time
    self.events = events
    self.isHot = isHot
    time.sourceLogs.withLock { $0?.append(log) }
    guard isHot else { return }
    for (offset, event) in events {
      // Not `self`: a source that knows its scheduler and waits in its queue would keep both for good.
      let timer = time.schedule(after: offset) { [listeners] in
        for (_, listener) in listeners.withLock({ $0.sorted { $0.key < $1.key } }) { listener.send(event) }
      }
      log.timers.add(timer)
    }
  }

  /// The stream. A cold source begins its timeline with each subscription; a hot one sends what is still to come.
  public var signal: Signal<Value, Failure> {
    Signal { observer in
      let now = self.time.now
      let number = self.log.visits.withLock { visits in
        visits.append(Visit(start: now))
        return visits.count - 1
      }
      if self.isHot { self.listeners.withLock { $0[number] = observer } }
      let timers = CompositeDisposable()
      if !self.isHot {
        for (offset, event) in self.events {
          timers.add(self.time.schedule(after: offset) { observer.send(event) })
        }
      }
      // Weak, since time and listeners know the subscription in whose teardown this stands.
      return Disposable { [log = self.log, weak time = self.time, weak listeners = self.listeners] in
        timers.dispose()
        if let now = time?.now { log.visits.withLock { $0[number].end = now } }
        let listener = listeners?.withLock { $0.removeValue(forKey: number) }
        _ = listener  // Released only now, with the lock open.
      }
    }
  }

  /// When it was subscribed to and let go of, one marble string for each subscription: `--^---!`. One that goes on has
  /// no `!`.
  public var subscriptions: [String] { log.visits.withLock { $0 }.map(\.drawing) }

  /// How many subscriptions there are now.
  public var subscriberCount: Int { log.visits.withLock { $0.count { $0.end == nil } } }

  /// Checks when the source was subscribed to and let go of, against one marble string for each subscription.
  ///
  /// Spaces are layout; what follows the last mark does not matter. A string that cannot be read fails the test.
  public func expectSubscriptions(
    _ expected: String...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    do {
      let drawn = try expected.map { try Timeline.drawing(Timeline($0, .subscription).moments) }
      let actual = subscriptions
      guard drawn != actual else { return }
      report(
        """
        The subscriptions differ.
          expected  \(drawn.joined(separator: "\n            "))
          actual    \(actual.joined(separator: "\n            "))
        """,
        at: site)
    } catch {
      report("\(error)", at: site)
    }
  }
}

extension TestSource {
  /// The same stream as one that cannot fail; a `#` in the marble string traps.
  public var infallible: Signal<Value, Never> {
    let upstream = signal
    return Signal(attaching: { sink, subscription in
      upstream.attach(
        Sink(
          next: sink.next,
          end: { completion in
            if case .failed(let failure) = completion {
              preconditionFailure("An infallible test source failed with \(failure).")
            }
            sink.end(.completed)
          }),
        to: subscription)
    })
  }
}

extension TestScheduler {
  /// A stream that plays a marble string to each subscriber, from the moment of its subscription.
  ///
  ///     time.cold("a-b|")   a at once, b two ticks later, then the end
  ///
  /// `-` passes a tick; letters and digits are values and last a tick; `|` is completion, `#` is failure; `(ab|)`
  /// happens at one instant and lasts a tick; spaces are layout. A string that cannot be read traps, with a caret under
  /// the place.
  public func cold(_ line: String) -> TestSource<String, MarbleFailure> {
    cold(line, failure: MarbleFailure()) { String($0) }
  }

  /// A cold stream whose characters stand for the given values. A character that is not among them traps.
  public func cold<Value: Sendable>(_ line: String, values: [Character: Value]) -> TestSource<Value, MarbleFailure> {
    cold(line, failure: MarbleFailure(), values: lookUp(in: values, line))
  }

  /// A cold stream with values and a failure of the test's own.
  public func cold<Value: Sendable, Failure: Error>(
    _ line: String, failure: Failure, values: (Character) -> Value
  ) -> TestSource<Value, Failure> {
    TestSource(self, Timeline(orTrap: line).events(failure, values), isHot: false)
  }

  /// A stream whose timeline begins now and goes on whether or not anyone listens; a subscriber gets what is still to
  /// come.
  ///
  /// The marble string is that of ``cold(_:)``. Whoever subscribes after the end hears nothing.
  public func hot(_ line: String) -> TestSource<String, MarbleFailure> {
    hot(line, failure: MarbleFailure()) { String($0) }
  }

  /// A hot stream whose characters stand for the given values. A character that is not among them traps.
  public func hot<Value: Sendable>(_ line: String, values: [Character: Value]) -> TestSource<Value, MarbleFailure> {
    hot(line, failure: MarbleFailure(), values: lookUp(in: values, line))
  }

  /// A hot stream with values and a failure of the test's own.
  public func hot<Value: Sendable, Failure: Error>(
    _ line: String, failure: Failure, values: (Character) -> Value
  ) -> TestSource<Value, Failure> {
    TestSource(self, Timeline(orTrap: line).events(failure, values), isHot: true)
  }
}

private func lookUp<Value>(in values: [Character: Value], _ line: String) -> (Character) -> Value {
  { character in
    guard let value = values[character] else {
      preconditionFailure("The marble string \(line) has a \"\(character)\", which stands for no value.")
    }
    return value
  }
}

extension Timeline {
  func events<Value, Failure: Error>(
    _ failure: Failure, _ values: (Character) -> Value
  ) -> [(offset: Duration, event: Event<Value, Failure>)] {
    moments.map { moment in
      switch moment.mark {
      case .value(let text): (moment.offset, .next(values(Character(text))))
      case .failed: (moment.offset, .failed(failure))
      default: (moment.offset, .completed)
      }
    }
  }
}
