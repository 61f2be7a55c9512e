#if canImport(ObjectiveC)
  public import Bindings
  public import Foundation
  import ObjectiveC
  public import StreamCore

  /// What has properties that are observed by their keys: every class of Objective-C.
  public protocol KeyValueObserved: NSObject {}

  extension NSObject: KeyValueObserved {}

  extension KeyValueObserved {
    /// The value of a property that is observed by its key, and then every change of it.
    ///
    ///     object.value          a---b---b---c|     set to b, to b, to c, released
    ///     values(of: \.value)   a---b---b---c|
    ///
    /// For classes of Objective-C: the property is `@objc dynamic`, or Apple's documentation says that it is observed.
    /// Delivers on the thread that sets it; when several do, one after another. Does not keep the object, and completes
    /// when it goes. A key path that Objective-C does not know traps.
    public func values<Value: Sendable>(of keyPath: KeyPath<Self, Value>) -> Signal<Value, Never> {
      // Guard: a key path cannot be changed, whatever its type promises; the object is handed to the observation only.
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
    /// One end of a two-way binding, onto a property that is observed by its key.
    ///
    ///     object.value      a---b-------c
    ///     channel(\.value)  a---b-------c     what the other end sends is set, and not told back
    ///
    /// For objects that are used on the main actor. It has a value from the start, which counts where a binding begins
    /// on the main actor. What comes from other threads is set there, in order, unless a later change was made
    /// meanwhile. It does not keep the object, and ends with it. For a control whose user changes it, see
    /// ``EditableControl/channel(_:)``.
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
