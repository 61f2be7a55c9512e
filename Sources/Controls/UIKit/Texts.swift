#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import ObjectiveC
  public import StreamCore
  import StreamFoundation
  public import UIKit

  extension UITextView: EditableControl {
    /// Sends when the user changes the text. It does not replace the delegate.
    public var edits: Signal<Void, Never> {
      NotificationCenter.default.signal(named: UITextView.textDidChangeNotification, object: self)
        .take(duringLifetimeOf: associated { Lifetime() })
    }
  }

  #if !os(tvOS)
    extension UISearchBar: EditableControl {
      /// Sends when the user changes the text. It does not replace the delegate.
      public var edits: Signal<Void, Never> { searchTextField.edits }
    }
  #endif
#endif
