import StreamCore
import StreamTracing

/// A property of a class that is computed from others of its properties: `$name` is its ``Property``.
///
/// ```swift
/// @MainActor final class Cart: Observable {
///   @Observed var price = 2.5
///   @Observed var count = 4
///   @Derived({ @MainActor (cart: Cart) in cart.price * Double(cart.count) }) var total: Double
/// }
/// ```
///
/// Its closure tracks its reads, of this object and of others. It runs when the value is read or observed and a
/// dependency has changed. The object is not kept alive; after its release the last value stays. In a class that
/// conforms to `Observable` the property is visible to Observation, like ``Observed`` properties. In a class of an
/// actor, annotate the closure with the actor, as above: Swift does not infer it from the class. Then it is computed on
/// that actor only: see ``Property/isolated(_:fileID:line:function:)``.
@propertyWrapper
public struct Derived<Owner: AnyObject & Sendable, Value: Sendable>: Sendable {
  private let state: DerivedState<Owner, Value>

  /// A property that is computed by a closure, which gets the object.
  public init(
    _ compute: sending @escaping @isolated(any) (Owner) -> Value, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    state = DerivedState(Isolated(compute, as: ((Owner) -> Value).self), CallSite(fileID, line))
  }

  /// The wrapper works in classes only.
  @available(*, unavailable, message: "@Derived is for properties of a class; elsewhere write 'Property { … }'.")
  public var wrappedValue: Value { fatalError() }

  /// The wrapper works in classes only.
  @available(*, unavailable, message: "@Derived is for properties of a class; elsewhere write 'Property { … }'.")
  public var projectedValue: Property<Value> { fatalError() }

  /// The current value.
  public static subscript(
    _enclosingInstance owner: Owner, wrapped wrapped: KeyPath<Owner, Value>, storage storage: KeyPath<Owner, Derived>
  ) -> Value {
    owner[keyPath: storage].state.property(of: owner, storage).value
  }

  /// The property behind the wrapper.
  public static subscript(
    _enclosingInstance owner: Owner, projected projected: KeyPath<Owner, Property<Value>>,
    storage storage: KeyPath<Owner, Derived>
  ) -> Property<Value> {
    owner[keyPath: storage].state.property(of: owner, storage)
  }
}

/// The property behind a ``Derived``, which is made at its first use.
private final class DerivedState<Owner: AnyObject & Sendable, Value: Sendable>: Sendable {
  private let compute: Isolated<(Owner) -> Value>
  private let callSite: CallSite
  private let made = Lock<Property<Value>?>(nil)

  init(_ compute: Isolated<(Owner) -> Value>, _ callSite: CallSite) {
    self.compute = compute
    self.callSite = callSite
  }

  /// - Parameter storage: The key path of the wrapper, which names the property in recordings.
  func property(of owner: Owner, _ storage: AnyKeyPath) -> Property<Value> {
    if let made = made.withLock({ $0 }) { return made }
    let last = Lock<Value?>(nil)
    let node = GraphThread.deriveFromReads(Value.self, .tracked) {
      [weak owner, compute, callSite] node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Value.self, action) }
      thread.computeTracked(node, on: compute.actor) {
        guard let owner else {
          guard let last = last.withLock({ $0 }) else {
            fatalError("\(callSite): a @Derived property is first read after its object was released. Read it before.")
          }
          return last
        }
        let value = compute.function(owner)
        var replaced: Value? = value
        last.withLock { swap(&$0, &replaced) }
        untracked { replaced = nil }
        return value
      }
    }
    if Trace.isOnHere, let name = traceName(of: storage) { callSite.name(.derived, name) }
    let property = Property<Value>(node, callSite)
    return made.withLock { made in
      if let made { return made }
      made = property
      return property
    }
  }
}
