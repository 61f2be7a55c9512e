public import Command
public import StreamCore

/// Something that a person activates and that can be disabled: a button, a menu item, a key.
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

  /// Where it keeps the command it is bound to: a stored constant.
  var commandBinding: CommandBinding { get }

  /// An activation has executed the command, or was refused: a control that shows that, as one for refreshing does,
  /// goes on until the execution ends. Others need not have it.
  func follow<Value, Failure>(_ execution: Execution<Value, Failure>)
}

/// The command that a control is bound to, if any, and what the control was like before. The binding ends with it.
@MainActor
public final class CommandBinding {
  fileprivate let subscriptions = SerialDisposable()
  fileprivate var wasEnabled: Bool?

  /// No binding.
  public nonisolated init() {}

  deinit { subscriptions.dispose() }
}

extension CommandControl {
  /// Shows nothing.
  public func follow<Value, Failure>(_ execution: Execution<Value, Failure>) {}

  /// Executes a command at each activation, with the input that `input` makes of the control, and follows its
  /// enabledness.
  ///
  /// A binding that was there is replaced. The control keeps the command; the command does not keep the control.
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

  /// Executes a command at each activation, with the input that there is then.
  public func bind<Input, Value, Failure>(
    _ command: Command<Input, Value, Failure>, input: @escaping @MainActor () -> Input
  ) {
    bind(command) { _ in input() }
  }

  /// Executes a command at each activation, with the control itself as its input, as the original did.
  public func bind<Value, Failure>(_ command: Command<Self, Value, Failure>) { bind(command) { $0 } }

  /// Executes a command that takes no input at each activation.
  public func bind<Value, Failure>(_ command: Command<Void, Value, Failure>) { bind(command) { _ in } }

  /// Ends the binding; the control is enabled, or not, as it was before.
  public func unbind() {
    guard let wasEnabled = commandBinding.wasEnabled else { return }
    commandBinding.subscriptions.inner = nil
    commandBinding.wasEnabled = nil
    isEnabled = wasEnabled
  }
}
