// The actions of a user; none of these declarations is Apple's.
import Foundation
import ObjectiveC

extension UIView {
  public func show(in window: UIWindow) { self.window = window }
}

extension UITextField {
  public func type(_ text: String) {
    guard isEnabled else { return }
    self.text = text
    sendActions(for: .editingChanged)
  }
}

extension UITextView {
  public func type(_ text: String) {
    self.text = text
    NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: self)
  }
}

extension UIControl {
  /// Moves, turns or picks: the control gets its new value, and sends its events.
  public func change(_ change: () -> Void) {
    guard isEnabled else { return }
    change()
    sendActions(for: .valueChanged)
  }
}

extension UIButton {
  public func tap() {
    if isEnabled { sendActions(for: [.touchUpInside, .primaryActionTriggered]) }
  }
}

extension UIBarButtonItem {
  public func tap() {
    if isEnabled, let action { (target as? any Responding)?.perform(action, with: self) }
  }
}

extension UIRefreshControl {
  public func pull() {
    guard isEnabled, !isRefreshing else { return }
    isRefreshing = true
    sendActions(for: .valueChanged)
  }
}

extension UITapGestureRecognizer {
  public func tap() { recognize(.ended) }
  public var targets: Int { targetCount }
}
