import StreamCore

/// A property from which a ``PropertyPath`` can begin or continue: it has an object, or may have one.
public protocol PathStart<Reference>: Sendable {
  /// The value of the property: an object, an optional or a ``Weak`` one.
  associatedtype Reference: Sendable

  /// The path so far.
  var origin: PathOrigin<Reference> { get }
}

/// The path so far, from which a ``PropertyPath`` continues.
public struct PathOrigin<Reference: Sendable>: Sendable {
  let values: Signal<Reference, Never>

  /// The current value; `nil` when the property at the beginning was released.
  let read: @Sendable () -> Reference?
}

extension MutableProperty: PathStart {
  /// The path that begins here. It retains neither the property nor its value.
  public var origin: PathOrigin<Value> {
    PathOrigin(values: .deferred { [weak self] in self?.signal ?? .empty }, read: { [weak self] in self?.value })
  }
}

extension Property: PathStart {
  /// The path that begins here. It retains the sources of a derived property, and not a property of an object.
  public var origin: PathOrigin<Value> {
    if let property = owner as? MutableProperty<Value> { return property.origin }
    return PathOrigin(values: signal, read: { [self] in value })
  }
}

extension PropertyPath: PathStart {
  /// The path itself.
  public var origin: PathOrigin<Value> { PathOrigin(values: values, read: read) }
}

/// Steps to a property that is declared with ``Observed``.
extension PathStart {
  /// Continues to a property of the object.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf>
  ) -> PropertyPath<Leaf?> where Reference == Object {
    origin.appending(PathSegment(wrapped(leaf))) { $0 }
  }

  /// Continues to a property of the object, if there is one.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf>
  ) -> PropertyPath<Leaf?> where Reference == Object? {
    origin.appending(PathSegment(wrapped(leaf))) { $0 }
  }

  /// Continues to a property of the object, while it exists.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf>
  ) -> PropertyPath<Leaf?> where Reference == Weak<Object> {
    origin.appending(PathSegment(wrapped(leaf))) { $0.object }
  }

  /// Continues to an optional property of the object.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf?>
  ) -> PropertyPath<Leaf?> where Reference == Object {
    origin.appending(PathSegment(optional: wrapped(leaf))) { $0 }
  }

  /// Continues to an optional property of the object, if there is one.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf?>
  ) -> PropertyPath<Leaf?> where Reference == Object? {
    origin.appending(PathSegment(optional: wrapped(leaf))) { $0 }
  }

  /// Continues to an optional property of the object, while it exists.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf?>
  ) -> PropertyPath<Leaf?> where Reference == Weak<Object> {
    origin.appending(PathSegment(optional: wrapped(leaf))) { $0.object }
  }
}

/// Steps to a ``MutableProperty``.
extension PathStart {
  /// Continues to a property of the object.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf>>
  ) -> PropertyPath<Leaf?> where Reference == Object {
    origin.appending(PathSegment(stored(leaf))) { $0 }
  }

  /// Continues to a property of the object, if there is one.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf>>
  ) -> PropertyPath<Leaf?> where Reference == Object? {
    origin.appending(PathSegment(stored(leaf))) { $0 }
  }

  /// Continues to a property of the object, while it exists.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf>>
  ) -> PropertyPath<Leaf?> where Reference == Weak<Object> {
    origin.appending(PathSegment(stored(leaf))) { $0.object }
  }

  /// Continues to an optional property of the object.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf?>>
  ) -> PropertyPath<Leaf?> where Reference == Object {
    origin.appending(PathSegment(optional: stored(leaf))) { $0 }
  }

  /// Continues to an optional property of the object, if there is one.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf?>>
  ) -> PropertyPath<Leaf?> where Reference == Object? {
    origin.appending(PathSegment(optional: stored(leaf))) { $0 }
  }

  /// Continues to an optional property of the object, while it exists.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf?>>
  ) -> PropertyPath<Leaf?> where Reference == Weak<Object> {
    origin.appending(PathSegment(optional: stored(leaf))) { $0.object }
  }
}
