// ObjectiveC and the part of Foundation that only Objective-C has.
import Foundation

// MARK: Selector: macOS 10.9, iOS 7.0 (Swift)

public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral {
  let name: String
  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }
}

/// Replaces message sending, which Swift cannot do alone; not a declaration of Apple's.
@MainActor public protocol Responding: AnyObject {
  func perform(_ action: Selector, with sender: Any?)
}

// MARK: Associated objects: macOS 10.6, iOS 3.1

public enum objc_AssociationPolicy { case OBJC_ASSOCIATION_RETAIN, OBJC_ASSOCIATION_RETAIN_NONATOMIC }

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  associates(of: object).associated(key)
}

public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  associates(of: object).associate(key, value)
}

/// Stores associated objects; not a declaration of Apple's.
public protocol Associating { var associates: Associates { get } }

private func associates(of object: Any) -> Associates {
  guard let object = object as? any Associating else { fatalError("\(type(of: object)) has no place for that here.") }
  return object.associates
}

/// The associated objects of an object, released with it.
public final class Associates: @unchecked Sendable {
  // Guarded by: lock.
  private let lock = NSRecursiveLock()
  private var values: [UnsafeRawPointer: Any] = [:]
  private var observers: [(id: Int, path: AnyKeyPath, tell: (Any) -> Void)] = []
  private var lastID = 0

  public init() {}

  func associated(_ key: UnsafeRawPointer) -> Any? { lock.withLock { values[key] } }
  func associate(_ key: UnsafeRawPointer, _ value: Any?) { lock.withLock { values[key] = value } }

  func observe(_ path: AnyKeyPath, _ tell: @escaping (Any) -> Void) -> Int {
    lock.withLock {
      lastID += 1
      observers.append((lastID, path, tell))
      return lastID
    }
  }

  func remove(_ id: Int) { lock.withLock { observers.removeAll { $0.id == id } } }

  /// The number of observers of the object.
  public var observerCount: Int { lock.withLock { observers.count } }

  func tell(_ path: AnyKeyPath, of object: Any) {
    for observer in lock.withLock({ observers }) where observer.path == path { observer.tell(object) }
  }
}
