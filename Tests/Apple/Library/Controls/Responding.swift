// The one thing that no source of the library has: how a message arrives without Objective-C.
import ObjectiveC

extension ActionTarget: Responding {
  func perform(_ action: Selector, with sender: Any?) {
    precondition(action == Self.action, "Not sent to this.")
    fire(sender)
  }
}
