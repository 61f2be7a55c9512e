/// A weak reference to an object, for properties that refer to one.
///
/// ```swift
/// @Observed var parent = Weak<Node>()
/// ```
///
/// A ``PropertyPath`` through it continues with `nil` when the object is released.
public struct Weak<Object: AnyObject & Sendable>: Sendable {
  /// The object; `nil` when it was released.
  public weak let object: Object?

  /// Creates a reference to an object, or to none.
  public init(_ object: Object? = nil) { self.object = object }
}
