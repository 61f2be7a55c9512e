/// The failure that `#` stands for in a marble string, unless the test passes another one.
public struct MarbleFailure: Error, Hashable, CustomStringConvertible {
  /// Identifies the failure.
  public let name: String

  /// Creates a failure; two with the same name are equal.
  public init(_ name: String = "#") { self.name = name }

  /// The name.
  public var description: String { name }
}

/// An alias of ``MarbleFailure`` that reads better in tests without marbles.
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

/// The subscriptions to a source. It does not refer to values and observers, so the scheduler may retain it.
final class SourceLog: Sendable {
  let visits = Lock<[Visit]>([])

  /// The timers of a hot source, which run even without observers.
  let timers = CompositeDisposable()
}

/// A stream that plays a marble string, and records its subscriptions.
///
/// ```swift
/// let source = time.cold("a-b-c|")
/// let recorder = Recorder(source.take(1), on: time)
/// time.run()
/// #expect(recorder.values == ["a"])
/// #expect(source.subscriptions == ["(^!)"])
/// ```
///
/// Made by ``TestScheduler/cold(_:)`` and ``TestScheduler/hot(_:)``. Events are sent on the thread that advances the
/// time.
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
      // Does not capture `self`: a source that is queued in its own scheduler would be a cycle.
      let timer = time.schedule(after: offset) { [listeners] in
        for (_, listener) in listeners.withLock({ $0.sorted { $0.key < $1.key } }) { listener.send(event) }
      }
      log.timers.add(timer)
    }
  }

  /// The stream. A cold source plays its timeline for each subscription; a hot one sends the rest of it.
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
      // Weak, because the scheduler and the observers refer to the subscription, and the subscription to this teardown.
      return Disposable { [log = self.log, weak time = self.time, weak listeners = self.listeners] in
        timers.dispose()
        if let now = time?.now { log.visits.withLock { $0[number].end = now } }
        let listener = listeners?.withLock { $0.removeValue(forKey: number) }
        _ = listener  // Released without the lock.
      }
    }
  }

  /// One marble string for each subscription, with its start and end: `--^---!`. An active one has no `!`.
  public var subscriptions: [String] { log.visits.withLock { $0 }.map(\.drawing) }

  /// The number of active subscriptions.
  public var subscriberCount: Int { log.visits.withLock { $0.count { $0.end == nil } } }

  /// Compares the starts and ends of all subscriptions with one marble string for each.
  ///
  /// Spaces are layout, and dashes after the last mark are ignored. A string with a syntax error fails the test.
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
  /// The source as a stream that cannot fail; a `#` in the marble string traps.
  public var infallible: Signal<Value, Never> {
    let upstream = signal
    return Signal(attaching: { sink, subscription in
      upstream.attach(
        Sink(
          next: sink.next,
          end: { completion in
            if case .failed(let failure) = completion {
              fatalError(
                "An `infallible` test source failed with \(failure). Remove the # from its marbles, or use `signal`.")
            }
            sink.end(.completed)
          }),
        to: subscription)
    })
  }
}

extension TestScheduler {
  /// Throws the syntax error of a marble string, with which ``cold(_:)`` and ``hot(_:)`` trap.
  ///
  /// For strings that a person has typed:
  ///
  /// ```swift
  /// try TestScheduler.check("a-(b|")      // this group is not closed
  /// ```
  public static func check(_ line: String) throws(MarbleSyntaxError) { _ = try Timeline(line) }

  /// Returns a stream that plays a marble string to each subscriber, from its subscription on.
  ///
  ///     time.cold("a-b|")   a immediately, b two ticks later, then completion
  ///
  /// `-` passes a tick. Letters and digits are values and last a tick. `|` is completion, and `#` is failure. `(ab|)`
  /// happens at one instant and lasts a tick. Spaces are layout. A syntax error traps, with a caret under the place.
  public func cold(_ line: String) -> TestSource<String, MarbleFailure> {
    cold(line, failure: MarbleFailure()) { String($0) }
  }

  /// Returns a cold stream that maps characters to the given values; any other character traps.
  public func cold<Value: Sendable>(_ line: String, values: [Character: Value]) -> TestSource<Value, MarbleFailure> {
    cold(line, failure: MarbleFailure(), values: lookUp(in: values, line))
  }

  /// Returns a cold stream with custom values and a custom failure.
  public func cold<Value: Sendable, Failure: Error>(
    _ line: String, failure: Failure, values: (Character) -> Value
  ) -> TestSource<Value, Failure> {
    TestSource(self, Timeline(orTrap: line).events(failure, values), isHot: false)
  }

  /// Returns a stream whose timeline begins now, with or without subscribers.
  ///
  /// A subscriber receives the rest of the timeline. One that subscribes after the end receives nothing. The notation
  /// is that of ``cold(_:)``.
  public func hot(_ line: String) -> TestSource<String, MarbleFailure> {
    hot(line, failure: MarbleFailure()) { String($0) }
  }

  /// Returns a hot stream that maps characters to the given values; any other character traps.
  public func hot<Value: Sendable>(_ line: String, values: [Character: Value]) -> TestSource<Value, MarbleFailure> {
    hot(line, failure: MarbleFailure(), values: lookUp(in: values, line))
  }

  /// Returns a hot stream with custom values and a custom failure.
  public func hot<Value: Sendable, Failure: Error>(
    _ line: String, failure: Failure, values: (Character) -> Value
  ) -> TestSource<Value, Failure> {
    TestSource(self, Timeline(orTrap: line).events(failure, values), isHot: true)
  }
}

private func lookUp<Value>(in values: [Character: Value], _ line: String) -> (Character) -> Value {
  { character in
    guard let value = values[character] else {
      fatalError("The marble string \(line) contains \"\(character)\", which `values` does not map. Map it to a value.")
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
