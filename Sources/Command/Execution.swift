import Synchronization

/// One execution of a command: a stream of what its work sends, and a way to cancel it.
///
///     execute("a")   --1-2-|        work that completes
///     execute("b")   --1-#          work that fails: `failed(.failed(error))`
///     execute("c")   #              the command was not enabled: `failed(.notEnabled)`
///
/// It remembers everything, so a subscriber that comes late hears it all. The work does not depend on it: the handle may be ignored. Events are
/// sent where the work sends them.
public final class Execution<Value: Sendable, Failure: Error>: StreamProtocol {
  private let events = ReplaySubject<Value, CommandError<Failure>>.unbounded()

  /// Where the work is attached.
  let work = Subscription()

  /// What the work has sent, what it will send, and its end.
  public var signal: Signal<Value, CommandError<Failure>> { events.signal }

  /// Stops the work. The execution fails with `cancelled`, and counts neither as completed nor as an error of the command.
  ///
  /// From any thread; of no effect once the execution has ended.
  public func cancel() { end(.failed(.cancelled)) }

  /// Told the end of the execution, once.
  private let didEnd: @Sendable (Completion<CommandError<Failure>>) -> Void

  private let hasEnded = Atomic(false)

  init(didEnd: @escaping @Sendable (Completion<CommandError<Failure>>) -> Void) { self.didEnd = didEnd }

  /// An execution that was refused.
  convenience init(refusedWith error: CommandError<Failure>) {
    self.init(didEnd: { _ in })
    end(.failed(error))
  }

  func send(_ value: Value) { events.send(value) }

  /// Ends the execution: its own subscribers hear of it first, then the work is torn down, then the command is told.
  func end(_ completion: Completion<CommandError<Failure>>) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    events.send(Event(completion))
    work.dispose()
    didEnd(completion)
  }
}
