public import Foundation

// MARK: NSKeyValueObserving in Swift: macOS 10.10, iOS 8.0

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

public struct NSKeyValueObservedChange<Value> {
  public let newValue: Value?
}

/// Its release also ends the observation.
public class NSKeyValueObservation: NSObject {
  private weak var associates: Associates?
  private let id: Int

  init(_ associates: Associates, _ id: Int) {
    self.associates = associates
    self.id = id
  }

  deinit { invalidate() }

  public func invalidate() { associates?.remove(id) }
}

public protocol _KeyValueCodingAndObserving {}
extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    guard let associates = (self as? any Associating)?.associates else { fatalError("No place for observers here.") }
    let tell = { (object: Any) in
      let object = object as! Self
      let isNew = options.contains(.new)
      changeHandler(object, NSKeyValueObservedChange(newValue: isNew ? object[keyPath: keyPath] : nil))
    }
    let observation = NSKeyValueObservation(associates, associates.observe(keyPath, tell))
    if options.contains(.initial) { tell(self) }
    return observation
  }

  /// Called by hand, because no property is `dynamic` here.
  public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {}

  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    (self as? any Associating)?.associates.tell(keyPath, of: self)
  }
}
