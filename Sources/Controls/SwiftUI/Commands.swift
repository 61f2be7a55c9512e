#if canImport(SwiftUI)
  public import Command
  import Properties
  public import SwiftUI

  /// A button that executes a command, is disabled with it, and shows its progress.
  ///
  /// ```swift
  /// CommandButton(model.subscribe) { model.email } label: { Text("Subscribe") }
  /// ```
  ///
  /// Any other view reads the command in the same way: a `body` that reads `isEnabled`, `isExecuting` or
  /// `progress.value` of a command is updated when they change.
  public struct CommandButton<Label: View>: View {
    private let enabled: Property<Bool>
    private let executing: Property<Bool>
    private let progress: Property<Double?>
    private let execute: @MainActor () -> Void
    private let label: Label

    /// Creates a button for a command, which receives the current input when the button is pressed.
    public init<Input, Value, Failure>(
      _ command: Command<Input, Value, Failure>, input: @escaping @MainActor () -> Input,
      @ViewBuilder label: () -> Label
    ) {
      enabled = command.enabled
      executing = command.executing
      progress = command.progress
      execute = { command.execute(input()) }
      self.label = label()
    }

    /// Creates a button for a command without input.
    public init<Value, Failure>(_ command: Command<Void, Value, Failure>, @ViewBuilder label: () -> Label) {
      self.init(command, input: {}, label: label)
    }

    /// The button with its label and, while the command is executing, its progress.
    public var body: some View {
      Button(action: execute) {
        HStack {
          label
          if executing.value { ProgressView(value: progress.value) }
        }
      }
      .disabled(!enabled.value)
    }
  }
#endif
