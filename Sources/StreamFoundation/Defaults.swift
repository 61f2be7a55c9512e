public import Foundation
public import StreamCore

extension UserDefaults {
  /// A setting. Setting a value that stores as nothing (`nil`) removes it.
  public subscript<Value>(key: DefaultsKey<Value>) -> Value {
    get { object(forKey: key.name).flatMap { Value.restored(from: $0) } ?? key.substitute }
    set {
      if let storable = newValue.storable {
        set(storable, forKey: key.name)
      } else {
        removeObject(forKey: key.name)
      }
      #if !canImport(ObjectiveC)
        // Only Apple's own class says that it was changed.
        if !(self is NotifyingDefaults) { notify() }
      #endif
    }
  }

  /// A setting, now and whenever it changes, by whatever way.
  ///
  ///     defaults[key]    a---b-b-c---
  ///     signal(for: key) a---b---c---
  ///
  /// A setting that is removed is what the key says it then is. A value equal to the one before is not sent again.
  /// Never ends; a subscription keeps the defaults, which are only a way to what is stored. Delivers on the thread that
  /// changes the setting; when several do at once, the last value that arrives is the one that is stored.
  ///
  /// On Apple systems every change made in the process is heard. The class of the open-source Foundation says nothing
  /// of most changes: there what is set through ``subscript(_:)`` or ``terminal(for:)`` is heard, and everything that
  /// is set in ``NotifyingDefaults``.
  public func signal<Value>(for key: DefaultsKey<Value>) -> Signal<Value, Never> {
    let store = Store(self)
    // Read when it is delivered: of two values that were set at once, the one that stayed.
    return Signal<Void, Never> { observer in
      let changes = NotificationCenter.default.signal(named: UserDefaults.didChangeNotification)
        .subscribe { observer.send() }
      observer.send()
      return changes
    }
    .map { store.defaults[key] }
    .distinctUntilChanged()
  }

  /// One end of a two-way binding, onto a setting.
  ///
  /// ```swift
  /// userName.terminal <~> defaults.terminal(for: .userName)
  /// ```
  ///
  /// What the other end sends is stored, and not told back to it; other terminals of the same setting follow. What is
  /// heard is that of ``signal(for:)``.
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

/// User defaults that say whenever they are changed, on every system.
///
/// Where Foundation is the open-source one, `UserDefaults` posts `didChangeNotification` for hardly any change; these
/// do for all that are made through them. On Apple systems they are as any other.
public final class NotifyingDefaults: UserDefaults {
  #if !canImport(ObjectiveC)
    // Everything else that sets a value goes through these two.
    /// Sets a value, and says so.
    public override func set(_ value: Any?, forKey name: String) {
      // The open-source class never returns from setting `nil`.
      guard let value else { return removeObject(forKey: name) }
      super.set(value, forKey: name)
      notify()
    }

    /// Removes a value, and says so.
    public override func removeObject(forKey name: String) {
      super.removeObject(forKey: name)
      notify()
    }
  #endif
}

/// Defaults that are used from any thread.
private struct Store: Sendable {
  /// Guard: `UserDefaults` has a lock of its own, as its documentation says; only its type does not.
  nonisolated(unsafe) let defaults: UserDefaults

  init(_ defaults: UserDefaults) { self.defaults = defaults }
}

/// A setting as the end of a binding: it knows which change the stored value is of.
private final class DefaultsEnd<Value: DefaultsValue>: Gated {
  private let store: Store
  private let key: DefaultsKey<Value>

  /// The change that the stored value was made by, as far as this end knows. Whoever else sets the value makes a new
  /// one.
  private let latest: Lock<Change<Value>>

  init(_ defaults: UserDefaults, _ key: DefaultsKey<Value>) {
    store = Store(defaults)
    self.key = key
    latest = Lock(Change(defaults[key], stamp: 0))
  }

  /// Values that were sent, and changes that a binding has brought: written one after another, the latest last.
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
      accept: { self.admit(.change($0)) },
      set: { self.admit(.value($0)) })
  }

  func handle(_ write: Write) {
    let (latest, isNew) = update { latest in
      switch write {
      case .value(let value): Change(value)
      case .change(let change): change.stamp > latest.stamp ? change : nil
      }
    }
    if isNew { store.defaults[key] = latest.value }
  }

  /// The change that has made the stored value what it is.
  private func change(to value: Value) -> Change<Value> {
    while true {
      // Compared with the lock open, since that is a user's code.
      let seen = latest.withLock { $0 }
      if seen.value == value { return seen }
      let (latest, isNew) = update { $0.stamp == seen.stamp ? Change(value) : nil }
      if isNew { return latest }
    }
  }

  /// Makes what `choose` returns the latest change, or leaves it. What was replaced is released by the caller, with the
  /// lock open.
  private func update(_ choose: (Change<Value>) -> Change<Value>?) -> (latest: Change<Value>, isNew: Bool) {
    let (before, new) = latest.withLock { latest in
      let (before, new) = (latest, choose(latest))
      if let new { latest = new }
      return (before, new)
    }
    return (new ?? before, new != nil)
  }
}
