#if canImport(UIKit) && !os(watchOS)
  import ObjectiveC
  public import StreamCore
  public import UIKit

  #if !os(tvOS)
    public import Command
  #endif

  extension UIButton: CommandControl {
    /// Its primary action: a touch that ends inside it, or a press of the remote.
    public var activations: Signal<Void, Never> { events(for: .primaryActionTriggered) }

    /// Kept with the button.
    public var commandBinding: CommandBinding { associated { CommandBinding() } }
  }

  extension UIBarButtonItem: ActionSender, CommandControl {}

  #if !os(tvOS)
    extension UIRefreshControl: CommandControl {
      /// Its user has pulled.
      public var activations: Signal<Void, Never> { events(for: .valueChanged) }

      /// Kept with the control.
      public var commandBinding: CommandBinding { associated { CommandBinding() } }

      /// Refreshing goes on until the execution ends, however it does.
      public func follow<Value, Failure>(_ execution: Execution<Value, Failure>) {
        execution.subscribeEvents(with: self) { control, event in
          if event.isTerminal { control.endRefreshing() }
        }
      }
    }
  #endif
#endif
