public import Observation
import Operators
public import StreamCore
import Subjects

/// A class under the `@Observable` macro that notifies of every change synchronously.
///
/// ```swift
/// @Observable final class Model: EveryChange {
///   @ObservationIgnored let _$observationRegistrar = ChangeRegistrar()
///   var email = ""
/// }
/// let model = Model()
/// model.changes(of: \.email).subscribe { print($0) }   // the current value, then each new one, synchronously
/// ```
///
/// The macro uses the registrar of the class and adds no other one. Observation, and so SwiftUI, works as before.
public protocol EveryChange: AnyObject, Observable {
  /// The registrar that the macro's accessors call.
  var _$observationRegistrar: ChangeRegistrar { get }
}

extension EveryChange {
  /// Emits the value of a property, then every change.
  ///
  /// A change is emitted on the thread that sets the property, after the property has the value.
  ///
  /// The macro does not report that a property was set to an equal value. The object is not kept alive; the stream
  /// completes when it is released.
  public func changes<Value: Sendable>(of keyPath: KeyPath<Self, Value>) -> Signal<Value, Never> {
    _$observationRegistrar.changes(of: keyPath) { self[keyPath: keyPath] }
  }
}

/// Replaces the registrar of the `@Observable` macro in a class that notifies of every change: see ``EveryChange``.
public final class ChangeRegistrar: Sendable {
  private struct Key: Hashable, Sendable {
    /// A key path is immutable, although some of its types are not `Sendable`.
    nonisolated(unsafe) let path: AnyKeyPath
  }

  /// A listener of one property.
  private struct Listener: Sendable {
    let subject: any Sendable
    let send: @Sendable (Any) -> Void
  }

  private let registrar = ObservationRegistrar()

  /// A key path hashes and compares the arguments of its subscripts, which runs code of a user.
  private let listeners = SharedDictionary<Key, Listener>()

  /// A registrar without listeners.
  public init() {}

  /// The value of a property, then every change.
  func changes<Value: Sendable>(of path: AnyKeyPath, _ current: () -> Value) -> Signal<Value, Never> {
    let subject: BehaviorSubject<Value?, Never> = subject(of: Key(path: path))
    // Read after the listener is in place, so no change is missed. A change that arrived meanwhile is the later one.
    let value = current()
    subject.replace { present in
      if case .some = present.value { return nil }
      return .some(value)
    }
    return subject.compactMap { $0 }
  }

  /// The subject of a property, which has no value until the first change.
  private func subject<Value: Sendable>(of key: Key) -> BehaviorSubject<Value?, Never> {
    let subject = BehaviorSubject<Value?, Never>(nil)
    let listener = Listener(subject: subject) { if let value = $0 as? Value { subject.send(value) } }
    let used = listeners.update(key) { known in
      let used = known ?? listener
      known = used
      return used
    }
    return used.subject as? BehaviorSubject<Value?, Never> ?? subject
  }

  /// Called by the macro: a property is read.
  public func access<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    registrar.access(subject, keyPath: keyPath)
  }

  /// Called by the macro: a property is about to change.
  public func willSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    registrar.willSet(subject, keyPath: keyPath)
  }

  /// Called by the macro: a property has changed. Notifies its listeners.
  public func didSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    registrar.didSet(subject, keyPath: keyPath)
    if listeners.count > 0, let listener = listeners.value(for: Key(path: keyPath)) {
      listener.send(subject[keyPath: keyPath])
    }
  }

  /// Called by the macro: changes a property.
  public func withMutation<Subject: Observable, Member, Result>(
    of subject: Subject, keyPath: KeyPath<Subject, Member>, _ mutation: () throws -> Result
  ) rethrows -> Result {
    willSet(subject, keyPath: keyPath)
    defer { didSet(subject, keyPath: keyPath) }
    return try mutation()
  }
}
