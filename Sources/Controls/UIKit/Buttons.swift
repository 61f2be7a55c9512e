#if canImport(UIKit) && !os(watchOS)
  import ObjectiveC
  public import StreamCore
  public import UIKit

  #if !os(tvOS)
    public import Command
  #endif

  extension UIButton: CommandControl {
    /// Sends at the primary action: a touch that ends inside the button, or a press on the remote.
    public var activations: Signal<Void, Never> { events(for: .primaryActionTriggered) }

    /// Retained by the button.
    public var commandBinding: CommandBinding { associated { CommandBinding() } }
  }

  extension UIBarButtonItem: ActionSender, CommandControl {}

  #if !os(tvOS)
    extension UIRefreshControl: CommandControl {
      /// Sends when the user pulls.
      public var activations: Signal<Void, Never> { events(for: .valueChanged) }

      /// Retained by the control.
      public var commandBinding: CommandBinding { associated { CommandBinding() } }

      /// Shows the refreshing state until the execution is over.
      public func follow<Value, Failure>(_ execution: Execution<Value, Failure>) {
        execution.subscribeEvents(with: self) { control, event in
          if event.isTerminal { control.endRefreshing() }
        }
      }
    }
  #endif
#endif
