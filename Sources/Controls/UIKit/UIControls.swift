#if canImport(UIKit) && !os(watchOS)
  import ObjectiveC
  public import StreamCore
  public import UIKit

  extension UIControl: EditableControl {
    /// One value for each of some events, on the main actor.
    ///
    ///     the user                      ---v----^--
    ///     events(for: .touchUpInside)   --------*--
    ///
    /// Each subscriber adds a target of its own, which is removed when it is disposed. Completes when the control goes,
    /// which it does not keep.
    public func events(for events: UIControl.Event) -> Signal<Void, Never> {
      actions(of: self) {
        $0.addTarget($1, action: ActionTarget.action, for: events)
      } remove: {
        $0.removeTarget($1, action: ActionTarget.action, for: events)
      }
    }

    /// What its user changes: text while it is edited, and when that ends, since what the system corrects then is told
    /// by that event alone; every other value when it has changed.
    public var edits: Signal<Void, Never> { events(for: [.valueChanged, .editingChanged, .editingDidEnd]) }
  }

  extension UIGestureRecognizer {
    /// One value for each action that the recogniser sends, on the main actor; its `state` tells what it is.
    ///
    /// Each subscriber adds a target of its own, which is removed when it is disposed. Completes when the recogniser
    /// goes, which it does not keep.
    public var actions: Signal<Void, Never> {
      Controls.actions(of: self) {
        $0.addTarget($1, action: ActionTarget.action)
      } remove: {
        $0.removeTarget($1, action: ActionTarget.action)
      }
    }
  }
#endif
