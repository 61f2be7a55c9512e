#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  import Foundation
  import ObjectiveC
  public import StreamCore
  import StreamFoundation

  extension NSControl: ActionSender, CommandControl, EditableControl {
    /// Its user has changed the value: a text field tells while it is edited, every other control by its action.
    public var edits: Signal<Void, Never> {
      guard self is NSTextField else { return activations }
      return NotificationCenter.default.signal(named: NSControl.textDidChangeNotification, object: self)
        .take(duringLifetimeOf: associated { Lifetime() })
    }
  }

  extension NSText: EditableControl {
    /// Its user has changed the text. The delegate stays whoever it is.
    public var edits: Signal<Void, Never> {
      NotificationCenter.default.signal(named: NSText.didChangeNotification, object: self)
        .take(duringLifetimeOf: associated { Lifetime() })
    }
  }

  extension NSMenuItem: ActionSender, CommandControl {}
  extension NSToolbarItem: ActionSender, CommandControl {}
  extension NSGestureRecognizer: ActionSender {}
#endif
