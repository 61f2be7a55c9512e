/// A reference that does not keep its object alive, for properties that refer to one.
///
/// ```swift
/// @Observed var parent = Weak<Node>()
/// ```
///
/// A ``PropertyPath`` that goes through it takes the object's release for a `nil`, which nobody has to set.
public struct Weak<Object: AnyObject & Sendable>: Sendable {
  /// The object, while somebody else keeps it.
  public weak let object: Object?

  /// A reference to an object, or to none.
  public init(_ object: Object? = nil) { self.object = object }
}
