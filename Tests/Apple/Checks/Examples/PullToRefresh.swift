import Rill
import UIKit

/// Pulling executes the command; the control refreshes until the execution is over.
@MainActor func refresh(by control: UIRefreshControl, with load: Command<Void, Int, Never>) {
  control.bind(load)
}

/// A bar button, a gesture and the keyboard.
@MainActor func wire(
  _ done: UIBarButtonItem, _ tap: UITapGestureRecognizer, _ close: Command<Void, Never, Never>, _ screen: UIControl
) -> (taps: MutableProperty<Int>, isTyping: Signal<Bool, Never>) {
  done.bind(close)
  let taps = MutableProperty(0)
  taps <~ tap.actions.scan(0) { count, _ in count + 1 }
  let (begins, ends) = (screen.events(for: .editingDidBegin), screen.events(for: .editingDidEnd))
  return (taps, merge(begins.map { true }, ends.map { false }))
}
