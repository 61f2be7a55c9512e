#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import Foundation
  public import StreamCore
  import StreamFoundation
  import UIKit

  extension NotificationCenter {
    /// Where the keyboard will be, in the coordinates of the screen, whenever it is about to move; below the screen
    /// when it is about to go.
    ///
    /// Never ends. Delivers where the notification is posted, which is the main actor.
    public var keyboardFrames: Signal<CGRect, Never> {
      let name = UIResponder.keyboardWillChangeFrameNotification
      let key = UIResponder.keyboardFrameEndUserInfoKey
      return signal(named: name) { $0.userInfo?[key] as? CGRect }.compact()
    }
  }
#endif
