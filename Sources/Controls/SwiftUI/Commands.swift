#if canImport(SwiftUI)
  public import Bindings
  public import Command
  public import Observation
  public import SwiftUI

  /// What views show of a command: each that reads something of this is drawn anew when that changes.
  ///
  /// ```swift
  /// let status = CommandStatus(model.subscribe)
  /// var body: some View { if status.isExecuting { ProgressView(value: status.progress) } }
  /// ```
  ///
  /// It follows the command for as long as it is kept, and does not keep it.
  @MainActor
  public final class CommandStatus: Observable {
    /// Whether the command may be executed.
    @Observed public private(set) var isEnabled: Bool

    /// Whether at least one execution is running.
    @Observed public private(set) var isExecuting: Bool

    /// How far the execution is that has last begun, from 0 to 1; `nil` until it has said so.
    @Observed public private(set) var progress: Double?

    /// The state of a command.
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

  /// A button that executes a command, is disabled when the command is, and shows that it is running, and how far it
  /// is.
  ///
  /// ```swift
  /// CommandButton(model.subscribe) { model.email } label: { Text("Subscribe") }
  /// ```
  ///
  /// What it shows outlives the evaluations of its parent's `body`, and starts over with another command.
  public struct CommandButton<Label: View>: View {
    @State private var shown = ShownCommand()
    private let command: AnyObject
    private let makeStatus: @MainActor () -> CommandStatus
    private let execute: @MainActor () -> Void
    private let label: Label

    /// A button for a command, which is given the input that there is when it is pressed.
    public init<Input, Value, Failure>(
      _ command: Command<Input, Value, Failure>, input: @escaping @MainActor () -> Input,
      @ViewBuilder label: () -> Label
    ) {
      self.command = command
      makeStatus = { CommandStatus(command) }
      execute = { command.execute(input()) }
      self.label = label()
    }

    /// A button for a command that takes no input.
    public init<Value, Failure>(_ command: Command<Void, Value, Failure>, @ViewBuilder label: () -> Label) {
      self.init(command, input: {}, label: label)
    }

    /// The button, with its label and, while the command runs, its progress.
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
