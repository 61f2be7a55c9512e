// Each declaration has the name, type and meaning given on Apple's page for it ("UIKit › UIControl", …). The actions of
// a user are in User.swift.
public import Foundation
public import ObjectiveC

/// UIKit › UIResponder: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UIResponder: NSObject, Associating {
  public nonisolated let associates = Associates()

  /// iOS 5.0, visionOS 1.0; not on tvOS.
  public nonisolated static let keyboardWillChangeFrameNotification =
    Notification.Name("UIKeyboardWillChangeFrameNotification")

  /// iOS 3.2, visionOS 1.0; not on tvOS.
  public nonisolated static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
}

/// UIKit › UIView: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UIView: UIResponder {
  open var isHidden = false
  open internal(set) weak var window: UIWindow?
}

/// UIKit › UIWindow: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UIWindow: UIView {}

/// UIKit › UILabel: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UILabel: UIView {
  open var text: String?
}

/// UIKit › UIProgressView: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UIProgressView: UIView {
  open var progress: Float = 0
}

/// UIKit › UIControl: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UIControl: UIView {
  /// UIKit › UIControl.Event.
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchDown = Event(rawValue: 1 << 0)
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// iOS 9.0.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    public static let editingChanged = Event(rawValue: 1 << 17)
    public static let editingDidEnd = Event(rawValue: 1 << 18)
  }

  private struct Entry {
    weak var target: AnyObject?
    let action: Selector
    let events: Event
  }

  private var entries: [Entry] = []

  open var isEnabled = true

  /// The target is not retained.
  open func addTarget(_ target: Any?, action: Selector, for events: Event) {
    entries.append(Entry(target: target as AnyObject?, action: action, events: events))
  }

  open func removeTarget(_ target: Any?, action: Selector?, for events: Event) {
    entries.removeAll { $0.target === target as AnyObject? && $0.events == events }
  }

  open func sendActions(for events: Event) {
    for entry in entries where !entry.events.isDisjoint(with: events) {
      (entry.target as? any Responding)?.perform(entry.action, with: self)
    }
  }

  open var allTargets: Set<AnyHashable> { Set(entries.compactMap { $0.target as? NSObject }) }
}

/// UIKit › UITextField: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UITextField: UIControl {
  open var text: String? = ""
}

/// UIKit › UISearchTextField: iOS 13.0, visionOS 1.0; not on tvOS.
@MainActor open class UISearchTextField: UITextField {}

/// UIKit › UISearchBar: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UISearchBar: UIView {
  /// iOS 13.0, visionOS 1.0; not on tvOS.
  public let searchTextField = UISearchTextField()

  open var text: String? {
    get { searchTextField.text }
    set { searchTextField.text = newValue }
  }
}

/// UIKit › UITextView: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UITextView: UIView {
  open var text: String! = ""
  public nonisolated static let textDidChangeNotification = Notification.Name("UITextViewTextDidChangeNotification")
}

/// UIKit › UISwitch: iOS 2.0, visionOS 1.0; not on tvOS.
@MainActor open class UISwitch: UIControl {
  open var isOn = false
}

/// UIKit › UISlider: iOS 2.0, visionOS 1.0; not on tvOS.
@MainActor open class UISlider: UIControl {
  open var value: Float = 0
}

/// UIKit › UIStepper: iOS 5.0, visionOS 1.0; not on tvOS.
@MainActor open class UIStepper: UIControl {
  open var value = 0.0
}

/// UIKit › UISegmentedControl: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UISegmentedControl: UIControl {
  open var selectedSegmentIndex = -1
}

/// UIKit › UIDatePicker: iOS 2.0, visionOS 1.0; not on tvOS.
@MainActor open class UIDatePicker: UIControl {
  open var date = Date(timeIntervalSinceReferenceDate: 0)
}

/// UIKit › UIPageControl: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UIPageControl: UIControl {
  open var currentPage = 0
}

/// UIKit › UIButton: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UIButton: UIControl {}

/// UIKit › UIRefreshControl: iOS 6.0, visionOS 1.0; not on tvOS.
@MainActor open class UIRefreshControl: UIControl {
  open internal(set) var isRefreshing = false
  open func endRefreshing() { isRefreshing = false }
}

/// UIKit › UIBarItem: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UIBarItem: NSObject, Associating {
  public nonisolated let associates = Associates()
  open var isEnabled = true
}

/// UIKit › UIBarButtonItem: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UIBarButtonItem: UIBarItem {
  open weak var target: AnyObject?
  open var action: Selector?
}

/// UIKit › UIGestureRecognizer: iOS 3.2, tvOS 9.0, visionOS 1.0.
@MainActor open class UIGestureRecognizer: NSObject, Associating {
  public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }

  public nonisolated let associates = Associates()
  private let sender = UIControl()

  open internal(set) var state = State.possible
  open func addTarget(_ target: Any, action: Selector) { sender.addTarget(target, action: action, for: .valueChanged) }

  open func removeTarget(_ target: Any?, action: Selector?) {
    sender.removeTarget(target, action: action, for: .valueChanged)
  }

  func recognize(_ state: State) {
    self.state = state
    sender.sendActions(for: .valueChanged)
  }

  var targetCount: Int { sender.allTargets.count }
}

/// UIKit › UITapGestureRecognizer: iOS 3.2, tvOS 9.0, visionOS 1.0.
@MainActor open class UITapGestureRecognizer: UIGestureRecognizer {}
