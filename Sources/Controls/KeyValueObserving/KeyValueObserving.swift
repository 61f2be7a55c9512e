#if canImport(ObjectiveC)
  public import Bindings
  public import Foundation
  import ObjectiveC
  public import StreamCore

  /// An object with key-value observable properties: every class of Objective-C.
  public protocol KeyValueObserved: NSObject {}

  extension NSObject: KeyValueObserved {}

  extension KeyValueObserved {
    /// Sends the value of a key-value observable property, and then each change.
    ///
    ///     object.value          a---b---b---c|     set to b, to b, to c, released
    ///     values(of: \.value)   a---b---b---c|
    ///
    /// For classes of Objective-C: the property is `@objc dynamic`, or documented by Apple as observable. Delivers on
    /// the thread that sets the property, serially if several do. Does not retain the object, and completes when it is
    /// released. A key path unknown to Objective-C traps.
    public func values<Value: Sendable>(of keyPath: KeyPath<Self, Value>) -> Signal<Value, Never> {
      // Guarded by: immutability (a key path cannot change); the object is only passed to the observation.
      nonisolated(unsafe) let keyPath = keyPath
      nonisolated(unsafe) weak let object = self
      return Signal<Value, Never> { @Sendable observer in
        let observation = object?.observe(keyPath, options: [.initial, .new]) { object, _ in
          observer.send(object[keyPath: keyPath])
        }
        let kept = Lock<NSKeyValueObservation?>(nil)
        kept.withLock { $0 = observation }
        return Disposable { kept.withLock { $0.take() }?.invalidate() }
      }
      .take(duringLifetimeOf: associated { Lifetime() })
    }
  }

  extension KeyValueObserved where Self: Sendable {
    /// Returns a terminal for a key-value observable property, to bind it in both directions.
    ///
    ///     object.value      a---b-------c
    ///     channel(\.value)  a---b-------c     the other end's values are set, not sent back
    ///
    /// For objects that are used on the main actor. The terminal has a value from the start, which counts when a
    /// binding begins on the main actor. Values from other threads are set on the main actor, in order, unless a later
    /// change was made in between. The terminal does not retain the object, and completes when the object is released.
    /// For a control that the user edits, see ``EditableControl/channel(_:)``.
    @_disfavoredOverload
    @MainActor
    public func channel<Value: Sendable>(_ keyPath: ReferenceWritableKeyPath<Self, Value>) -> Terminal<Value> {
      Terminal(of: self, edits: values(of: keyPath).map { _ in }, claimed: true) {
        $0[keyPath: keyPath]
      } show: {
        $0[keyPath: keyPath] = $1
      }
    }
  }
#endif
