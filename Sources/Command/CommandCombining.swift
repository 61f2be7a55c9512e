import Operators
public import Properties
import StreamCore

extension Command {
  /// Creates a command that executes several others, and is enabled while all of them are.
  ///
  /// ```swift
  /// let saveAll = Command(combining: [saveText, saveImages])
  /// ```
  ///
  ///     enabled of a    true-----------false-true
  ///     enabled of b    true-false-true----------
  ///     enabled         true-false-true-false-true
  ///
  /// Its value is the last value of each, in order, when all have completed. If one fails, is refused or is cancelled,
  /// the others are cancelled, and it fails with that reason. It keeps the commands alive.
  ///
  /// - Parameter scheduler: The scheduler on which observers are notified. The commands have their own.
  public convenience init<Part: Sendable, PartFailure: Error>(
    combining commands: [Command<Input, Part, PartFailure>], on scheduler: any Scheduler = .main,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Value == [Part], Failure == CommandError<PartFailure> {
    self.init(
      enabledIf: Property(combining: commands.map(\.enabled)) { $0.allSatisfy { $0 } }.distinctUntilChanged(),
      on: scheduler,
      work: { (input: Input) -> Signal<[Part], CommandError<PartFailure>> in
        let executions = commands.map { $0.execute(input) }
        return combineLatest(executions.map(\.signal)).last().finally {
          for execution in executions { execution.cancel() }
        }
      }, fileID: fileID, line: line, function: function)
  }
}
