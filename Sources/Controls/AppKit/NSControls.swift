#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  import Foundation
  import ObjectiveC
  public import StreamCore
  import StreamFoundation

  extension NSControl: ActionSender, CommandControl, EditableControl {
    /// Sends when the user changes the value: a text field while it is edited, any other control by its action.
    public var edits: Signal<Void, Never> {
      guard self is NSTextField else { return activations }
      return NotificationCenter.default.signal(named: NSControl.textDidChangeNotification, object: self)
        .take(duringLifetimeOf: associated { Lifetime() })
    }
  }

  extension NSText: EditableControl {
    /// Sends when the user changes the text. It does not replace the delegate.
    public var edits: Signal<Void, Never> {
      NotificationCenter.default.signal(named: NSText.didChangeNotification, object: self)
        .take(duringLifetimeOf: associated { Lifetime() })
    }
  }

  extension NSMenuItem: ActionSender, CommandControl {}
  extension NSToolbarItem: ActionSender, CommandControl {}
  extension NSGestureRecognizer: ActionSender {}
#endif
