#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import Foundation
  public import StreamCore
  import StreamFoundation
  import UIKit

  extension NotificationCenter {
    /// Sends the keyboard's target frame, in screen coordinates, whenever it is about to move.
    ///
    /// The frame is below the screen when the keyboard is about to hide. Never completes. Delivers where the
    /// notification is posted, which is the main actor.
    public var keyboardFrames: Signal<CGRect, Never> {
      let name = UIResponder.keyboardWillChangeFrameNotification
      let key = UIResponder.keyboardFrameEndUserInfoKey
      return signal(named: name) { $0.userInfo?[key] as? CGRect }.compact()
    }
  }
#endif
