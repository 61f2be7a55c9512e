#if canImport(SwiftUI)
  public import Bindings
  public import Command
  public import Observation
  public import SwiftUI

  /// The observable state of a command; each view that reads it is updated when it changes.
  ///
  /// ```swift
  /// let status = CommandStatus(model.subscribe)
  /// var body: some View { if status.isExecuting { ProgressView(value: status.progress) } }
  /// ```
  ///
  /// It is updated for as long as it is retained, and does not retain the command.
  @MainActor
  public final class CommandStatus: Observable {
    /// Whether the command may be executed.
    @Observed public private(set) var isEnabled: Bool

    /// Whether at least one execution is running.
    @Observed public private(set) var isExecuting: Bool

    /// The progress of the latest execution, from 0 to 1; `nil` until it reports some.
    @Observed public private(set) var progress: Double?

    /// Creates the state of a command.
    public init<Input, Value, Failure>(_ command: Command<Input, Value, Failure>) {
      isEnabled = command.isEnabled
      isExecuting = command.isExecuting
      progress = nil
      bind(\.isEnabled, of: self, to: command.enabled)
      bind(\.isExecuting, of: self, to: command.executing)
      let begun = command.executionSignals.map { _ in Double?.none }
      bind(\.progress, of: self, to: merge(begun, command.progress.map { Double?.some($0) }))
    }
  }

  /// A button that executes a command, is disabled with it, and shows its progress.
  ///
  /// ```swift
  /// CommandButton(model.subscribe) { model.email } label: { Text("Subscribe") }
  /// ```
  ///
  /// Its progress outlives the evaluations of its parent's `body`. With another command, it starts over.
  public struct CommandButton<Label: View>: View {
    @State private var shown = ShownCommand()
    private let command: AnyObject
    private let makeStatus: @MainActor () -> CommandStatus
    private let execute: @MainActor () -> Void
    private let label: Label

    /// Creates a button for a command, which receives the current input when the button is pressed.
    public init<Input, Value, Failure>(
      _ command: Command<Input, Value, Failure>, input: @escaping @MainActor () -> Input,
      @ViewBuilder label: () -> Label
    ) {
      self.command = command
      makeStatus = { CommandStatus(command) }
      execute = { command.execute(input()) }
      self.label = label()
    }

    /// Creates a button for a command without input.
    public init<Value, Failure>(_ command: Command<Void, Value, Failure>, @ViewBuilder label: () -> Label) {
      self.init(command, input: {}, label: label)
    }

    /// The button with its label and, while the command is executing, its progress.
    public var body: some View {
      let status = shown.status(of: command, makeStatus)
      return Button(action: execute) {
        HStack {
          label
          if status.isExecuting { ProgressView(value: status.progress) }
        }
      }
      .disabled(!status.isEnabled)
    }
  }

  /// The status of the command that a button has last shown.
  @MainActor
  private final class ShownCommand {
    private var command: AnyObject?
    private var status: CommandStatus?

    nonisolated init() {}

    func status(of command: AnyObject, _ make: () -> CommandStatus) -> CommandStatus {
      if let status, command === self.command { return status }
      let status = make()
      (self.command, self.status) = (command, status)
      return status
    }
  }
#endif
