/// A weak reference that collections and locks can hold.
package struct WeakReference<Object: AnyObject & Sendable>: Sendable {
  /// The object; `nil` when it was released.
  package weak let object: Object?

  package init(_ object: Object) { self.object = object }
}
