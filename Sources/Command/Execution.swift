public import StreamCore

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
  @usableFromInline let run: Run

  @inlinable
  init(_ run: Run) { self.run = run }

  /// What the work has sent, what it will send, and its end.
  @inlinable
  public var signal: Signal<Value, CommandError<Failure>> {
    Signal(attaching: { [run] sink, subscription in
      run.attach(
        Reader(of: run, subscription) { told in
          switch told {
          case .value(let value): sink.next(Box<Value>.open(value))
          case .end(.completed): sink.end(.completed)
          case .end(.failed(let failure)): sink.end(.failed(.failed(Box<Failure>.open(failure))))
          case .end(.cancelled): sink.end(.failed(.cancelled))
          case .end(.notEnabled): sink.end(.failed(.notEnabled))
          case .progress: break
          }
        })
    })
  }

  /// How far the work is, from 0 to 1, where it reports that: the last report first, then each that differs from the one before.
  ///
  ///     reports    0.2---0.5-0.5---1
  ///     progress   0.2---0.5-------1|
  ///
  /// It completes however the execution ends; of work that reports nothing it sends nothing. Keeps the last report. Sends where the work reports.
  public var progress: Signal<Double, Never> {
    Signal(attaching: { [run] sink, subscription in
      run.attach(
        Reader(of: run, subscription, wantsProgress: true) { told in
          switch told {
          case .progress(let fraction): sink.next(fraction)
          case .end: sink.end(.completed)
          case .value: break
          }
        })
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

  /// The values of the execution, told in a place; it completes however the execution ends.
  @inlinable
  func values(told place: Place) -> Signal<Value, Never> {
    Signal(attaching: { [run] sink, subscription in
      run.attach(
        Reader(of: run, subscription, on: place) { told in
          switch told {
          case .value(let value): sink.next(Box<Value>.open(value))
          case .end: sink.end(.completed)
          case .progress: break
          }
        })
    })
  }
}
