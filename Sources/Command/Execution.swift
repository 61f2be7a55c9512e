public import StreamCore

/// One execution of a command: a stream of what its work sends, and a way to cancel it.
///
///     execute("a")   --1-2-|        work that completes
///     execute("b")   --1-#          work that fails: `failed(.failed(error))`
///     execute("c")   #              the command was not enabled: `failed(.notEnabled)`
///
/// It remembers everything, so a subscriber that comes late receives all of it. The work does not depend on it: the
/// handle may be ignored, and what the work has sent is released with the last copy of the handle and of its
/// ``signal``. Events are sent where the work sends them.
///
/// Its end is the last thing that happens: the work has been torn down, the command no longer counts the execution, and
/// observers that are told where the work ended have been told. So whoever awaits the end, on any thread, finds the
/// command ready.
public struct Execution<Value: Sendable, Failure: Error>: StreamProtocol {
  private let handle: ExecutionHandle

  init(core: ExecutionCore) { handle = ExecutionHandle(core) }

  /// What the work has sent, what it will send, and its end.
  public var signal: Signal<Value, CommandError<Failure>> {
    .deferred { [handle] in
      handle.core.history.map { $0 as! Value }.mapFailure { CommandError<Failure>($0) }
    }
  }

  /// What the work sends, on a scheduler; it completes however the execution ends.
  func values(on scheduler: any Scheduler) -> Signal<Value, Never> { ignoreFailure().deliver(on: scheduler) }

  /// How far the work is, from 0 to 1, where it reports that: the last report first, then each that differs from the
  /// one before.
  ///
  ///     reports    0.2---0.5-0.5---1
  ///     progress   0.2---0.5-------1|
  ///
  /// It completes however the execution ends; of work that reports nothing it sends nothing. Keeps the last report.
  /// Sends where the work reports.
  public var progress: Signal<Double, Never> {
    handle.core.progress ?? signal.ignoreValues().ignoreFailure().map { _ in 0 }
  }

  /// The only value, awaited until the work has completed.
  ///
  /// ```swift
  /// let receipt = try await model.subscribe.execute(email).single
  /// ```
  ///
  /// Work that is an asynchronous function sends one value. Throws when the command refuses, when the work fails or is
  /// cancelled, when it sends no value or a second one, and when the task that awaits it is cancelled, which does not
  /// cancel the execution.
  public nonisolated(nonsending) var single: Value {
    get async throws(CommandError<Failure>) { try await result.get() }
  }

  /// The only value or why there is none, awaited: what ``single`` returns and throws.
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

  /// Stops the work, or keeps it from beginning if it has not. The execution fails with `cancelled`, and counts neither
  /// as completed nor as an error of the command.
  ///
  /// Work that is an asynchronous function has its task cancelled, and may take its time to notice; the execution does
  /// not wait for that. It does wait for a synchronous body that is running to return. From any thread; of no effect
  /// once the execution has ended.
  public func cancel() { handle.core.end(.failed(.cancelled)) }

  /// Whether it has not ended, be it that its work runs or that it waits.
  public var isActive: Bool { handle.core.isActive }
}

/// The part of an ``Execution`` that all its copies share. The execution keeps its values while it lives.
private final class ExecutionHandle: Sendable {
  let core: ExecutionCore

  init(_ core: ExecutionCore) {
    self.core = core
    core.retainValues()
  }

  deinit { core.releaseValues() }
}
