public import StreamCore
import Subjects

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
@frozen
public struct Execution<Value: Sendable, Failure: Error>: StreamProtocol {
  private typealias Events = ReplaySubject<Value, CommandError<Failure>>

  @usableFromInline let run: Run

  @inlinable
  init(_ run: Run) { self.run = run }

  /// What the work has sent, what it will send, and its end.
  public var signal: Signal<Value, CommandError<Failure>> {
    Signal(attaching: { sink, subscription in
      events.signal.attach(sink, to: subscription)
    })
  }

  /// Stops the work, or gives up waiting for a turn. The execution fails with `cancelled`, and counts neither as completed nor as an
  /// error of the command.
  ///
  /// Work that is an asynchronous function has its task cancelled, and may take its time to notice; the execution does not wait for that.
  /// From any thread; of no effect once the execution has ended.
  @inlinable
  public func cancel() { run.end(.cancelled) }

  /// Whether it has not ended, be it that its work runs or that it waits for its turn.
  @inlinable
  public var isActive: Bool { run.isActive }

  /// The subject for those who ask for the events. It is made for the first of them: most executions are never asked.
  private var events: Events {
    run.record.withLock { record in
      if let listener = record.listener { return unsafeDowncast(listener.subject, to: Events.self) }
      let events = Events.unbounded()
      for value in record.values { events.send(Box<Value>.open(value)) }
      if let end = record.end { Self.send(end, to: events) }
      record.values = []
      record.listener = Run.Listener(subject: events) { event in
        switch event {
        case .value(let value): events.send(Box<Value>.open(value))
        case .end(let end): Self.send(end, to: events)
        }
      }
      return events
    }
  }

  private static func send(_ end: Run.End, to events: Events) {
    switch end {
    case .completed: events.complete()
    case .failed(let failure): events.fail(.failed(Box<Failure>.open(failure)))
    case .cancelled: events.fail(.cancelled)
    case .notEnabled: events.fail(.notEnabled)
    }
  }
}

extension Execution {
  /// Attaches the work.
  @inlinable
  func attach(_ signal: Signal<Value, Failure>) {
    signal.attach(
      Sink(
        next: { [run] in run.send(Box($0)) },
        end: { [run] completion in
          switch completion {
          case .completed: run.end(.completed)
          case .failed(let failure): run.end(.failed(Box(failure)))
          }
        }),
      to: run.work)
  }

  /// The values of the execution; it completes however the execution ends.
  var withoutFailure: Signal<Value, Never> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      source.attach(Sink(next: sink.next, end: { _ in sink.end(.completed) }), to: subscription)
    })
  }
}
