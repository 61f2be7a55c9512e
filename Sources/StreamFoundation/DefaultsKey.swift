public import Foundation

/// A setting: the name under which it is stored, and what it is when nothing is stored.
///
/// ```swift
/// extension DefaultsKey<Int> { static let launches = DefaultsKey("launches", default: 0) }
/// extension DefaultsKey<String?> { static let userName = DefaultsKey("userName", default: nil) }
///
/// defaults[.launches] += 1
/// ```
///
/// What is stored and is no such value (another version of the app may have put it there) counts as nothing. An array
/// or a dictionary whose elements are optional traps: what is stored has no place for `nil`.
public struct DefaultsKey<Value: DefaultsValue>: Sendable {
  /// The name under which it is stored.
  public let name: String

  /// What it is when nothing is stored.
  public let substitute: Value

  /// A setting.
  public init(_ name: String, default substitute: Value) {
    precondition(
      !(Value.self is any HoldsOptionals.Type),
      "A setting has no place for nil elements, and \(Value.self) may have them.")
    self.name = name
    self.substitute = substitute
  }
}

/// What can be stored as a setting.
public protocol DefaultsValue: Sendable, Equatable {
  /// The value that was stored as `stored`, if it is one of this type.
  static func restored(from stored: Any) -> Self?

  /// What to store; `nil` to store nothing, which no element of a collection may.
  var storable: Any? { get }
}

extension DefaultsValue {
  /// What property lists have can be stored as it is.
  public static func restored(from stored: Any) -> Self? { stored as? Self }

  /// The value itself.
  public var storable: Any? { self }
}

extension Bool: DefaultsValue {}
extension String: DefaultsValue {}
extension Date: DefaultsValue {}
extension Data: DefaultsValue {}
extension Int: DefaultsValue {}

extension Double: DefaultsValue {
  /// Also a number that was stored as a whole one.
  public static func restored(from stored: Any) -> Double? { stored as? Double ?? (stored as? Int).map(Double.init) }
}

extension Array: DefaultsValue where Element: DefaultsValue {
  /// The elements, if all of them are.
  public static func restored(from stored: Any) -> [Element]? {
    guard let list = stored as? [Any] else { return nil }
    let elements = list.compactMap { Element.restored(from: $0) }
    return elements.count == list.count ? elements : nil
  }

  /// What its elements store. An element that stores nothing traps: the array would come back without it.
  public var storable: Any? { map { element($0) } }
}

extension Dictionary: DefaultsValue where Key == String, Value: DefaultsValue {
  /// The values by their names, if all of them are.
  public static func restored(from stored: Any) -> [String: Value]? {
    guard let table = stored as? [String: Any] else { return nil }
    let values = table.compactMapValues { Value.restored(from: $0) }
    return values.count == table.count ? values : nil
  }

  /// What its values store. A value that stores nothing traps: the dictionary would come back without it.
  public var storable: Any? { mapValues { element($0) } }
}

/// What an element of a collection stores.
private func element(_ value: some DefaultsValue) -> Any {
  guard let storable = value.storable else {
    preconditionFailure("A stored collection needs elements that store something, and \(value) stores nothing.")
  }
  return storable
}

extension Optional: DefaultsValue where Wrapped: DefaultsValue {
  /// A value; nothing that is stored is `nil`.
  public static func restored(from stored: Any) -> Wrapped?? { Wrapped.restored(from: stored).map { .some($0) } }

  /// `nil` is stored as nothing.
  public var storable: Any? { flatMap { $0.storable } }
}

extension DefaultsValue where Self: RawRepresentable, RawValue: DefaultsValue {
  /// The case whose raw value was stored.
  public static func restored(from stored: Any) -> Self? {
    RawValue.restored(from: stored).flatMap { Self(rawValue: $0) }
  }

  /// What the raw value stores.
  public var storable: Any? { rawValue.storable }
}

private protocol HoldsOptionals {}
private protocol AnOptional {}
extension Optional: AnOptional {}
extension Array: HoldsOptionals where Element: AnOptional {}
extension Dictionary: HoldsOptionals where Value: AnOptional {}
