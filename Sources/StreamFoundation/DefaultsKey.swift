public import Foundation

/// A setting: its name in the defaults, and its default value.
///
/// ```swift
/// extension DefaultsKey<Int> { static let launches = DefaultsKey("launches", default: 0) }
/// extension DefaultsKey<String?> { static let userName = DefaultsKey("userName", default: nil) }
///
/// defaults[.launches] += 1
/// ```
///
/// A stored value of another type (for example of another version of the app) is ignored. An array or a dictionary with
/// optional elements traps, because `nil` elements cannot be stored.
public struct DefaultsKey<Value: DefaultsValue>: Sendable {
  /// The name in the defaults.
  public let name: String

  /// The value if none is stored.
  public let substitute: Value

  /// A setting with a name and a default value.
  public init(_ name: String, default substitute: Value) {
    if Value.self is any HoldsOptionals.Type {
      fatalError(
        """
        `DefaultsKey<\(Value.self)>` may have nil elements, which cannot be stored: use elements that are not optional.
        """)
    }
    self.name = name
    self.substitute = substitute
  }
}

/// A type of values that can be stored as a setting.
public protocol DefaultsValue: Sendable, Equatable {
  /// Restores a value from the stored object; `nil` if the object is of another type.
  static func restored(from stored: Any) -> Self?

  /// The object to store; `nil` removes the setting. An element of a collection must not return `nil`.
  var storable: Any? { get }
}

extension DefaultsValue {
  /// Restores a type of property lists by a cast.
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
  /// Restores a floating-point number or an integer.
  public static func restored(from stored: Any) -> Double? { stored as? Double ?? (stored as? Int).map(Double.init) }
}

extension Array: DefaultsValue where Element: DefaultsValue {
  /// Restores the array if all its elements can be restored.
  public static func restored(from stored: Any) -> [Element]? {
    guard let list = stored as? [Any] else { return nil }
    let elements = list.compactMap { Element.restored(from: $0) }
    return elements.count == list.count ? elements : nil
  }

  /// The stored elements. An element whose `storable` is `nil` traps. Otherwise the array would lose it.
  public var storable: Any? { map { element($0) } }
}

extension Dictionary: DefaultsValue where Key == String, Value: DefaultsValue {
  /// Restores the dictionary if all its values can be restored.
  public static func restored(from stored: Any) -> [String: Value]? {
    guard let table = stored as? [String: Any] else { return nil }
    let values = table.compactMapValues { Value.restored(from: $0) }
    return values.count == table.count ? values : nil
  }

  /// The stored values. A value whose `storable` is `nil` traps. Otherwise the dictionary would lose it.
  public var storable: Any? { mapValues { element($0) } }
}

/// The stored object of an element of a collection.
private func element(_ value: some DefaultsValue) -> Any {
  guard let storable = value.storable else {
    fatalError(
      "`storable` of \(value) is nil, so a stored collection would lose this element. Leave it out of the collection.")
  }
  return storable
}

extension Optional: DefaultsValue where Wrapped: DefaultsValue {
  /// Restores the wrapped value. `nil` is never stored.
  public static func restored(from stored: Any) -> Wrapped?? { Wrapped.restored(from: stored).map { .some($0) } }

  /// The stored wrapped value; `nil` removes the setting.
  public var storable: Any? { flatMap { $0.storable } }
}

extension DefaultsValue where Self: RawRepresentable, RawValue: DefaultsValue {
  /// Restores the case with the stored raw value.
  public static func restored(from stored: Any) -> Self? {
    RawValue.restored(from: stored).flatMap { Self(rawValue: $0) }
  }

  /// The stored raw value.
  public var storable: Any? { rawValue.storable }
}

private protocol HoldsOptionals {}
private protocol AnOptional {}
extension Optional: AnOptional {}
extension Array: HoldsOptionals where Element: AnOptional {}
extension Dictionary: HoldsOptionals where Value: AnOptional {}
