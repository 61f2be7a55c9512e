public import Command
public import StreamCore

/// A control that a user activates and that can be disabled: a button, a menu item, a key.
///
/// ```swift
/// @MainActor final class Button: CommandControl {
///   let activated = Subject<Void, Never>()
///   let commandBinding = CommandBinding()
///   var activations: Signal<Void, Never> { activated.signal }
///   var isEnabled = true
/// }
/// let button = Button()
/// button.bind(model.subscribe) { model.email }
/// ```
@MainActor
public protocol CommandControl: AnyObject, Sendable {
  /// Sends one value for each activation.
  var activations: Signal<Void, Never> { get }

  /// Whether it can be activated.
  var isEnabled: Bool { get set }

  /// Stores the bound command: a stored constant.
  var commandBinding: CommandBinding { get }

  /// Called when an activation has executed the command or was rejected.
  ///
  /// A control that shows the execution, as a refresh control does, shows it until the execution is over. Other
  /// controls need not implement this.
  func follow<Value, Failure>(_ execution: Execution<Value, Failure>)
}

/// The binding of a control to a command. Its deinit ends the binding.
@MainActor
public final class CommandBinding {
  fileprivate let subscriptions = SerialDisposable()

  /// Whether the control was enabled before the first binding; `nil` if it is not bound.
  fileprivate var wasEnabled: Bool?

  /// Creates an empty binding.
  public nonisolated init() {}

  deinit { subscriptions.dispose() }
}

extension CommandControl {
  /// Does nothing.
  public func follow<Value, Failure>(_ execution: Execution<Value, Failure>) {}

  /// Executes a command at each activation, and enables the control when the command is enabled.
  ///
  /// The input is computed from the control by `input`. A previous binding is replaced. The control retains the
  /// command; the command does not retain the control.
  public func bind<Input, Value, Failure>(
    _ command: Command<Input, Value, Failure>, input: @escaping @MainActor (Self) -> Input
  ) {
    let subscriptions = CompositeDisposable()
    commandBinding.subscriptions.inner = Disposable(subscriptions)
    commandBinding.wasEnabled = commandBinding.wasEnabled ?? isEnabled
    activations.subscribe(with: self) { control, _ in control.follow(command.execute(input(control))) }
      .add(to: subscriptions)
    command.enabled.subscribe(with: self) { control, isEnabled in control.isEnabled = isEnabled }.add(to: subscriptions)
  }

  /// Executes a command at each activation, with the current input.
  public func bind<Input, Value, Failure>(
    _ command: Command<Input, Value, Failure>, input: @escaping @MainActor () -> Input
  ) {
    bind(command) { _ in input() }
  }

  /// Executes a command at each activation, with the control itself as the input, as ReactiveObjC does.
  public func bind<Value, Failure>(_ command: Command<Self, Value, Failure>) { bind(command) { $0 } }

  /// Executes a command without input at each activation.
  public func bind<Value, Failure>(_ command: Command<Void, Value, Failure>) { bind(command) { _ in } }

  /// Ends the binding, and restores whether the control was enabled before.
  public func unbind() {
    guard let wasEnabled = commandBinding.wasEnabled else { return }
    commandBinding.subscriptions.inner = nil
    commandBinding.wasEnabled = nil
    isEnabled = wasEnabled
  }
}
