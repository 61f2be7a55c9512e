import StreamCore

/// What a ``PropertyPath`` can begin with, or be continued from: a property that has an object, or may have one.
public protocol PathStart<Place>: Sendable {
  /// What is there.
  associatedtype Place: Sendable

  /// The way so far.
  var origin: PathOrigin<Place> { get }
}

/// The way to where a ``PropertyPath`` goes on from.
public struct PathOrigin<Place: Sendable>: Sendable {
  let values: Signal<Place, Never>

  /// What is there now; `nil` when what the way begins with was released.
  let read: @Sendable () -> Place?
}

extension MutableProperty: PathStart {
  /// The way that begins here. It does not keep the property alive, nor what was in it.
  public var origin: PathOrigin<Value> {
    PathOrigin(values: .deferred { [weak self] in self?.signal ?? .empty }, read: { [weak self] in self?.value })
  }
}

extension Property: PathStart {
  /// The way that begins here. It keeps what the property is derived from; a property of an object is kept by that
  /// only.
  public var origin: PathOrigin<Value> {
    if let property = owner as? MutableProperty<Value> { return property.origin }
    return PathOrigin(values: signal, read: { [self] in value })
  }
}

extension PropertyPath: PathStart {
  /// The path itself.
  public var origin: PathOrigin<Value> { PathOrigin(values: values, read: read) }
}

/// Steps to what is declared with ``Observed``.
extension PathStart {
  /// Goes on to a property of the object that is here.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf>
  ) -> PropertyPath<Leaf?> where Place == Object {
    origin.going(Leg(wrapped(leaf))) { $0 }
  }

  /// Goes on to a property of the object that is here, if one is.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf>
  ) -> PropertyPath<Leaf?> where Place == Object? {
    origin.going(Leg(wrapped(leaf))) { $0 }
  }

  /// Goes on to a property of the object that is here, as long as somebody keeps it.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf>
  ) -> PropertyPath<Leaf?> where Place == Weak<Object> {
    origin.going(Leg(wrapped(leaf))) { $0.object }
  }

  /// Goes on to a property of the object that is here; the property itself may be without a value.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf?>
  ) -> PropertyPath<Leaf?> where Place == Object {
    origin.going(Leg(optional: wrapped(leaf))) { $0 }
  }

  /// Goes on to a property of the object that is here, if one is; the property itself may be without a value.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf?>
  ) -> PropertyPath<Leaf?> where Place == Object? {
    origin.going(Leg(optional: wrapped(leaf))) { $0 }
  }

  /// Goes on to a property of the object that is here, as long as somebody keeps it; the property itself may be without
  /// a value.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending ReferenceWritableKeyPath<Object, Leaf?>
  ) -> PropertyPath<Leaf?> where Place == Weak<Object> {
    origin.going(Leg(optional: wrapped(leaf))) { $0.object }
  }
}

/// Steps to a ``MutableProperty``.
extension PathStart {
  /// Goes on to a property of the object that is here.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf>>
  ) -> PropertyPath<Leaf?> where Place == Object {
    origin.going(Leg(stored(leaf))) { $0 }
  }

  /// Goes on to a property of the object that is here, if one is.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf>>
  ) -> PropertyPath<Leaf?> where Place == Object? {
    origin.going(Leg(stored(leaf))) { $0 }
  }

  /// Goes on to a property of the object that is here, as long as somebody keeps it.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf>>
  ) -> PropertyPath<Leaf?> where Place == Weak<Object> {
    origin.going(Leg(stored(leaf))) { $0.object }
  }

  /// Goes on to a property of the object that is here; the property itself may be without a value.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf?>>
  ) -> PropertyPath<Leaf?> where Place == Object {
    origin.going(Leg(optional: stored(leaf))) { $0 }
  }

  /// Goes on to a property of the object that is here, if one is; the property itself may be without a value.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf?>>
  ) -> PropertyPath<Leaf?> where Place == Object? {
    origin.going(Leg(optional: stored(leaf))) { $0 }
  }

  /// Goes on to a property of the object that is here, as long as somebody keeps it; the property itself may be without
  /// a value.
  public func path<Object: AnyObject & Sendable, Leaf: Sendable>(
    _ leaf: sending KeyPath<Object, MutableProperty<Leaf?>>
  ) -> PropertyPath<Leaf?> where Place == Weak<Object> {
    origin.going(Leg(optional: stored(leaf))) { $0.object }
  }
}
