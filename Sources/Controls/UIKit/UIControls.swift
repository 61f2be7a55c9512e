#if canImport(UIKit) && !os(watchOS)
  import ObjectiveC
  public import StreamCore
  public import UIKit

  extension UIControl: EditableControl {
    /// Sends one value for each of the given events, on the main actor.
    ///
    ///     the user                      ---v----^--
    ///     events(for: .touchUpInside)   --------*--
    ///
    /// Each subscriber adds its own target, which is removed when the subscription is disposed. Completes when the
    /// control is released, and does not retain it.
    public func events(for events: UIControl.Event) -> Signal<Void, Never> {
      actions(of: self) {
        $0.addTarget($1, action: ActionTarget.action, for: events)
      } remove: {
        $0.removeTarget($1, action: ActionTarget.action, for: events)
      }
    }

    /// Sends when the user changes the value.
    ///
    /// A text control sends while it is edited, and when editing ends, because only that event reports the system's
    /// corrections. Other controls send after each change.
    public var edits: Signal<Void, Never> { events(for: [.valueChanged, .editingChanged, .editingDidEnd]) }
  }

  extension UIGestureRecognizer {
    /// Sends one value for each action of the recogniser, on the main actor; its `state` describes the action.
    ///
    /// Each subscriber adds its own target, which is removed when the subscription is disposed. Completes when the
    /// recogniser is released, and does not retain it.
    public var actions: Signal<Void, Never> {
      Controls.actions(of: self) {
        $0.addTarget($1, action: ActionTarget.action)
      } remove: {
        $0.removeTarget($1, action: ActionTarget.action)
      }
    }
  }
#endif
