public import StreamCore

/// One execution of a command: the stream of the values of its work, with a way to cancel it.
///
///     execute("a")   --1-2-|        work that completes
///     execute("b")   --1-#          work that fails: `failed(.failed(error))`
///     execute("c")   #              the command was not enabled: `failed(.notEnabled)`
///
/// It replays all values, so a late subscriber receives all of them. The work does not depend on the handle, which may
/// be ignored. The values are released with the last copy of the handle and of its ``signal``. Events are delivered
/// where the work sends them.
///
/// The end is delivered last. By then the work is torn down, and the command no longer counts the execution. If the
/// work ended on the command's scheduler, observers were notified. So a caller that has awaited the end, on any thread,
/// may execute the command again.
public struct Execution<Value: Sendable, Failure: Error>: StreamProtocol {
  private let handle: ExecutionHandle

  init(core: ExecutionCore) { handle = ExecutionHandle(core) }

  var core: ExecutionCore { handle.core }

  /// All values of the work, past and future, and its end.
  public var signal: Signal<Value, CommandError<Failure>> {
    .deferred { [handle] in
      handle.core.history.map { $0.value as! Value }.mapFailure { CommandError<Failure>($0) }
    }
  }

  /// The values of the work, on a scheduler. The stream completes however the execution ends.
  func values(on scheduler: any Scheduler) -> Signal<Value, Never> { ignoreFailure().deliver(on: scheduler) }

  /// The fraction of the work that is done, from 0 to 1: the last report, then each different one.
  ///
  ///     reports    0.2---0.5-0.5---1
  ///     progress   0.2---0.5-------1|
  ///
  /// It completes however the execution ends, and sends nothing if the work reports nothing. Keeps the last report.
  /// Delivers where the work reports.
  public var progress: Signal<Double, Never> {
    handle.core.progress ?? signal.ignoreValues().ignoreFailure().map { _ in 0 }
  }

  /// The only value, awaited until the work has completed.
  ///
  /// ```swift
  /// let receipt = try await model.subscribe.execute(email).single
  /// ```
  ///
  /// Work that is an asynchronous function sends one value. Throws if the command refuses the execution, if the work
  /// fails or is cancelled, and if it sends no value or a second one. Cancelling the task that awaits it throws as
  /// well, and does not cancel the execution.
  public nonisolated(nonsending) var single: Value {
    get async throws(CommandError<Failure>) { try await result.get() }
  }

  /// The only value or the reason why there is none, awaited: the outcome of ``single`` as a `Result`.
  public nonisolated(nonsending) var result: Result<Value, CommandError<Failure>> {
    get async {
      await signal.result.mapError { reason in
        switch reason {
        case .noValue: .noValue
        case .severalValues: .severalValues
        case .source(let error): error
        case .cancelled: .cancelled
        }
      }
    }
  }

  /// Cancels the execution. Its stream fails with `cancelled`; the command reports neither success nor an error.
  ///
  /// Work that has not begun never begins. Work that is an asynchronous function has its task cancelled, and the
  /// execution ends without waiting for it. A synchronous body that is running is waited for. May be called from any
  /// thread; after the end it does nothing.
  public func cancel() { handle.core.end(.failed(.cancelled)) }

  /// Whether the execution is running or waiting.
  public var isActive: Bool { handle.core.isActive }
}

/// The part of an ``Execution`` that all its copies share. The execution keeps its values while this object lives.
private final class ExecutionHandle: Sendable {
  let core: ExecutionCore

  init(_ core: ExecutionCore) {
    self.core = core
    core.retainValues()
  }

  deinit { core.releaseValues() }
}
