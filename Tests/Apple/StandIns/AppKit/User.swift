// The actions of a user; none of these declarations is Apple's.
import Foundation
import ObjectiveC

extension NSTextField {
  public func type(_ text: String) {
    guard isEnabled else { return }
    stringValue = text
    NotificationCenter.default.post(name: NSControl.textDidChangeNotification, object: self)
  }
}

extension NSText {
  public func type(_ text: String) {
    string = text
    NotificationCenter.default.post(name: NSText.didChangeNotification, object: self)
  }
}

extension NSControl {
  public func change(_ change: () -> Void) {
    guard isEnabled else { return }
    change()
    sendAction(action, to: target)
  }
}

extension NSMenuItem {
  public func choose() {
    if isEnabled, let action { (target as? any Responding)?.perform(action, with: self) }
  }
}
