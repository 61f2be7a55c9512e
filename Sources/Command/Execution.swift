import Synchronization

/// One execution of a command: a stream of what its work sends, and a way to cancel it.
///
///     execute("a")   --1-2-|        work that completes
///     execute("b")   --1-#          work that fails: `failed(.failed(error))`
///     execute("c")   #              the command was not enabled: `failed(.notEnabled)`
///
/// It remembers everything, so a subscriber that comes late hears it all. The work does not depend on it: the handle may be ignored. Events are
/// sent where the work sends them.
///
/// Its end is the last thing that happens: the work has been torn down, the command no longer counts the execution, and observers that are told where the
/// work ended have been told. So whoever waits for the end, on any thread, finds the command ready.
public final class Execution<Value: Sendable, Failure: Error>: StreamProtocol {
  typealias Core = CommandCore<Value, Failure>
  typealias End = Completion<CommandError<Failure>>

  /// Where the command has it.
  enum Place { case waiting, running, over }

  private struct Record {
    /// The work, until it begins.
    var start: (@Sendable (Execution) -> Void)?

    /// What happened so far, while nobody has asked for it.
    var values: [Value] = []
    var end: End?

    /// Who is told of it, once somebody has.
    var events: ReplaySubject<Value, CommandError<Failure>>?
  }

  /// Guard: the lock of the command's state.
  nonisolated(unsafe) var place = Place.over

  /// Guard: the gate of the command.
  nonisolated(unsafe) var endWasTold = false

  private let work = Subscription()
  private let core: Core
  private let record: Lock<Record>
  private let hasEnded = Atomic(false)

  init(of core: Core, start: @escaping @Sendable (Execution) -> Void) {
    self.core = core
    record = Lock(Record(start: start))
  }

  /// Nobody is left who could go on with the work, or end it.
  deinit {
    if !hasEnded.load(ordering: .acquiring) { settle(.failed(.cancelled)) }
  }

  /// What the work has sent, what it will send, and its end.
  public var signal: Signal<Value, CommandError<Failure>> {
    Signal(attaching: { [self] sink, subscription in
      heard().attach(sink, to: subscription)
    })
  }

  /// Stops the work, or gives up waiting for a turn. The execution fails with `cancelled`, and counts neither as completed nor as an
  /// error of the command.
  ///
  /// Work that is an asynchronous function has its task cancelled, and may take its time to notice; the execution does not wait for that.
  /// From any thread; of no effect once the execution has ended.
  public func cancel() { end(.failed(.cancelled)) }

  /// Whether it has not ended, be it that its work runs or that it waits for its turn.
  public var isActive: Bool { !hasEnded.load(ordering: .acquiring) }

  /// Begins the work, unless it was cancelled before.
  func begin() {
    let start = record.withLock { $0.start.take() }
    if isActive { start?(self) }
  }

  /// Attaches the work.
  func run(_ signal: Signal<Value, Failure>) {
    signal.attach(
      Sink(
        next: { self.send($0) },
        end: { completion in
          switch completion {
          case .completed: self.end(.completed)
          case .failed(let failure): self.end(.failed(.failed(failure)))
          }
        }),
      to: work)
  }

  private func send(_ value: Value) {
    guard isActive else { return }
    core.tell(value, of: self)
    let events = record.withLock { record in
      if record.events == nil, record.end == nil { record.values.append(value) }
      return record.events
    }
    events?.send(value)
  }

  private func end(_ end: End) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    work.dispose()
    let next = core.finish(self, end)
    settle(end)
    core.start(next)
  }

  /// Ends an execution that was not accepted.
  func refuse() {
    hasEnded.store(true, ordering: .releasing)
    settle(.failed(.notEnabled))
  }

  private func settle(_ end: End) {
    // Released after the lock: the work may hold anything.
    let (events, start) = record.withLock { record in
      record.end = end
      return (record.events, record.start.take())
    }
    _ = start
    events?.send(Event(end))
  }

  /// The events for those who ask for them; most executions are never asked.
  private func heard() -> Signal<Value, CommandError<Failure>> {
    record.withLock { record in
      if let events = record.events { return events.signal }
      let events = ReplaySubject<Value, CommandError<Failure>>.unbounded()
      for value in record.values { events.send(value) }
      if let end = record.end { events.send(Event(end)) }
      record.values = []
      record.events = events
      return events.signal
    }
  }
}

extension Execution {
  /// The values of the execution; it completes however the execution ends.
  var withoutFailure: Signal<Value, Never> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      source.attach(Sink(next: sink.next, end: { _ in sink.end(.completed) }), to: subscription)
    })
  }
}
