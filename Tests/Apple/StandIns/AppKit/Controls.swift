// Each declaration has the name, type and meaning given on Apple's page for it ("AppKit › NSControl", …).
public import Foundation
public import ObjectiveC

/// AppKit › NSResponder: macOS 10.0.
@MainActor open class NSResponder: NSObject, Associating {
  public nonisolated let associates = Associates()
}

/// AppKit › NSView: macOS 10.0.
@MainActor open class NSView: NSResponder {
  open var isHidden = false
}

/// AppKit › NSControl: macOS 10.0.
@MainActor open class NSControl: NSView {
  public nonisolated static let textDidChangeNotification = Notification.Name("NSControlTextDidChangeNotification")

  open weak var target: AnyObject?
  open var action: Selector?
  open var isEnabled = true
  open var stringValue = ""
  open var doubleValue = 0.0

  @discardableResult
  open func sendAction(_ action: Selector?, to target: Any?) -> Bool {
    guard isEnabled, let action, let target = target as? any Responding else { return false }
    target.perform(action, with: self)
    return true
  }

  open func performClick(_ sender: Any?) { sendAction(action, to: target) }
}

/// AppKit › NSTextField: macOS 10.0.
@MainActor open class NSTextField: NSControl {}

/// AppKit › NSSlider: macOS 10.0.
@MainActor open class NSSlider: NSControl {}

/// AppKit › NSButton: macOS 10.0.
@MainActor open class NSButton: NSControl {
  public struct StateValue: Hashable, Sendable {
    public static let off = StateValue(rawValue: 0)
    public static let on = StateValue(rawValue: 1)
    let rawValue: Int
  }

  open var state = StateValue.off
}

/// AppKit › NSText: macOS 10.0.
@MainActor open class NSText: NSView {
  public nonisolated static let didChangeNotification = Notification.Name("NSTextDidChangeNotification")
  open var string = ""
}

/// AppKit › NSTextView: macOS 10.0.
@MainActor open class NSTextView: NSText {}

/// AppKit › NSMenuItem: macOS 10.0.
@MainActor open class NSMenuItem: NSObject, Associating {
  public nonisolated let associates = Associates()
  open weak var target: AnyObject?
  open var action: Selector?
  open var isEnabled = true
}

/// AppKit › NSToolbarItem: macOS 10.0.
@MainActor open class NSToolbarItem: NSObject, Associating {
  public nonisolated let associates = Associates()
  open weak var target: AnyObject?
  open var action: Selector?
  open var isEnabled = true
}

/// AppKit › NSGestureRecognizer: macOS 10.10.
@MainActor open class NSGestureRecognizer: NSObject, Associating {
  public nonisolated let associates = Associates()
  open weak var target: AnyObject?
  open var action: Selector?
}

/// AppKit › NSTableViewDataSource: macOS 10.6.
@MainActor public protocol NSTableViewDataSource: AnyObject {
  func numberOfRows(in tableView: NSTableView) -> Int
}

/// AppKit › NSTableView: macOS 10.0; rows one by one and their animations: macOS 10.7.
@MainActor open class NSTableView: NSControl {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let effectFade = AnimationOptions(rawValue: 1)
  }

  open weak var dataSource: (any NSTableViewDataSource)?
  open private(set) var numberOfRows = 0

  open func reloadData() { numberOfRows = dataSource?.numberOfRows(in: self) ?? 0 }
  open func beginUpdates() {}

  open func endUpdates() {
    let count = dataSource?.numberOfRows(in: self) ?? 0
    precondition(count == numberOfRows, "\(numberOfRows) rows are shown of \(count).")
  }

  open func insertRows(at indexes: IndexSet, withAnimation options: AnimationOptions = []) {
    for index in indexes { precondition((0...numberOfRows).contains(index), "No place \(index).") }
    numberOfRows += indexes.count
  }

  open func removeRows(at indexes: IndexSet, withAnimation options: AnimationOptions = []) {
    for index in indexes { precondition((0..<numberOfRows).contains(index), "No row \(index).") }
    numberOfRows -= indexes.count
  }

  open func moveRow(at oldIndex: Int, to newIndex: Int) {
    for index in [oldIndex, newIndex] { precondition((0..<numberOfRows).contains(index), "No row \(index).") }
  }
}
