public import Foundation
public import StreamCore

extension UserDefaults {
  /// The value of a setting. Setting `nil` removes it.
  public subscript<Value>(key: DefaultsKey<Value>) -> Value {
    get { object(forKey: key.name).flatMap { Value.restored(from: $0) } ?? key.substitute }
    set {
      if let storable = newValue.storable {
        set(storable, forKey: key.name)
      } else {
        removeObject(forKey: key.name)
      }
      #if !canImport(ObjectiveC)
        // Only Apple's own class posts a notification of each change.
        if !(self is NotifyingDefaults) { notify() }
      #endif
    }
  }

  /// The value of a setting, now and after each change.
  ///
  ///     defaults[key]    a---b-b-c---
  ///     signal(for: key) a---b---c---
  ///
  /// A removed setting has the default value of its key. Equal consecutive values are sent once. Never ends. A
  /// subscription keeps the defaults object. Delivers on the thread that changes the setting. If several threads change
  /// it concurrently, the last value that arrives is the stored one.
  ///
  /// On Apple systems it receives every change in the process. The class of the open-source Foundation posts no
  /// notification of most changes. There it receives changes through ``subscript(_:)`` and ``terminal(for:)``, and all
  /// changes of ``NotifyingDefaults``.
  public func signal<Value>(for key: DefaultsKey<Value>) -> Signal<Value, Never> {
    let store = Store(defaults: self)
    // The value is read at delivery. So after two concurrent changes, the stored value is delivered last.
    return Signal<Void, Never> { observer in
      let changes = NotificationCenter.default.signal(named: UserDefaults.didChangeNotification)
        .subscribe { observer.send() }
      observer.send()
      return changes
    }
    .map { store.defaults[key] }
    .distinctUntilChanged()
  }

  /// A terminal that binds a setting in both directions.
  ///
  /// ```swift
  /// userName <~> defaults.terminal(for: .userName)
  /// ```
  ///
  /// Values from the other terminal are stored, and not sent back to it. Other terminals of the same setting follow. It
  /// receives the same changes as ``signal(for:)``.
  public func terminal<Value>(for key: DefaultsKey<Value>) -> Terminal<Value> {
    DefaultsEnd(self, key).terminal
  }
}

#if !canImport(ObjectiveC)
  extension UserDefaults {
    fileprivate func notify() {
      NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    }
  }
#endif

/// User defaults that post a notification of each change, on every system.
///
/// The `UserDefaults` of the open-source Foundation posts `didChangeNotification` for hardly any change. This class
/// posts it for every change made through it. On Apple systems it is the same as `UserDefaults`.
public final class NotifyingDefaults: UserDefaults {
  #if !canImport(ObjectiveC)
    // All other setters call these two methods.
    /// Sets a value and posts a notification.
    public override func set(_ value: Any?, forKey name: String) {
      // The open-source class never returns from setting `nil`.
      guard let value else { return removeObject(forKey: name) }
      super.set(value, forKey: name)
      notify()
    }

    /// Removes a value and posts a notification.
    public override func removeObject(forKey name: String) {
      super.removeObject(forKey: name)
      notify()
    }
  #endif
}

/// User defaults for any thread.
private struct Store: Sendable {
  /// Guarded by: `UserDefaults` (it is documented as thread-safe, although its type is not `Sendable`).
  nonisolated(unsafe) let defaults: UserDefaults
}

/// A setting as the end of a binding. It knows which change stored the current value.
private final class DefaultsEnd<Value: DefaultsValue>: Gated {
  private let store: Store
  private let key: DefaultsKey<Value>

  /// The last known change of the stored value. A change by other code counts as a new one.
  private let latest: Lock<Change<Value>>

  init(_ defaults: UserDefaults, _ key: DefaultsKey<Value>) {
    store = Store(defaults: defaults)
    self.key = key
    latest = Lock(Change(defaults[key], stamp: 0))
  }

  /// Serializes the values that were sent and the changes of the binding.
  let gate = Gate<Write>()

  enum Write: Sendable {
    case value(Value)
    case change(Change<Value>)
  }

  var terminal: Terminal<Value> {
    Terminal(
      changes: store.defaults.signal(for: key).map { self.change(to: $0) },
      claim: { take in
        let value = self.store.defaults[self.key]
        take(self.update { _ in Change(value) }.latest)
        return true
      },
      accept: { self.enqueue(.change($0)) },
      set: { self.enqueue(.value($0)) })
  }

  func deliver(_ write: Write) {
    let (latest, isNew) = update { latest in
      switch write {
      case .value(let value): Change(value)
      case .change(let change): change.stamp > latest.stamp ? change : nil
      }
    }
    if isNew { store.defaults[key] = latest.value }
  }

  /// Returns the change that stored a value.
  private func change(to value: Value) -> Change<Value> {
    while true {
      // Compared without the lock, because `==` is user code.
      let seen = latest.withLock { $0 }
      if seen.value == value { return seen }
      let (latest, isNew) = update { $0.stamp == seen.stamp ? Change(value) : nil }
      if isNew { return latest }
    }
  }

  /// Replaces the latest change by the result of `choose`, if there is one.
  ///
  /// The caller releases the replaced change without the lock.
  private func update(_ choose: (Change<Value>) -> Change<Value>?) -> (latest: Change<Value>, isNew: Bool) {
    let (before, new) = latest.withLock { latest in
      let (before, new) = (latest, choose(latest))
      if let new { latest = new }
      return (before, new)
    }
    return (new ?? before, new != nil)
  }
}
