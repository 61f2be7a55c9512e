public import StreamCore

/// A property that is reached through objects which may be replaced, or be missing.
///
/// ```swift
/// let boss = company.$boss.path(\.name)               // String?: nil while there is no boss
/// let city = company.$boss.path(\.home).path(\.city).or("nowhere")
/// ```
///
///     company.boss   ada-------------grace-nil-
///     ada.name       Ada---Ada L.--------------
///     grace.name     Grace---------------------
///     boss           Ada---Ada L.----Grace-nil-
///
/// A subscriber receives the current value and then every change of it, whichever object on the path it comes from.
/// When an object is replaced, the path releases the old one and follows the new one. While an object is missing
/// (`nil`, or a ``Weak`` one that was released) the value is `nil`, or the substitute of ``or(_:)``. The path retains
/// none of the objects. Completes when the property that the path begins with is released. Delivers where the change is
/// made.
///
/// Each step is the key path of a property that is declared with ``Observed`` and can be set here, or of a
/// ``MutableProperty``. A computed property traps. The path may be read on any thread, even if the class belongs to an
/// actor. To observe a property that cannot be set, use `company.$boss.flatMap { $0?.$status … }`.
public struct PropertyPath<Value: Sendable>: StreamProtocol, BindingEnd {
  /// The values for observers.
  let values: Signal<Value, Never>

  /// The changes for bindings: as `values`, but the value of a new object is made the latest change of all.
  let changes: Signal<Change<Value>, Never>

  let read: @Sendable () -> Value

  /// Makes the current value the latest change; `nil` when the property at the beginning was released.
  let claim: @Sendable () -> Change<Value>?

  /// Accepts a change, or returns the reason why it cannot be accepted.
  let accept: @Sendable (Change<Value>) -> PathFailure?

  /// Sets the value now, or returns the reason why it cannot be set.
  let put: @Sendable (Value) -> PathFailure?

  /// The current value, then every change.
  public var signal: Signal<Value, Never> { values }

  /// The current value.
  public var value: Value { read() }

  /// Sets the property at the end of the path.
  ///
  /// Throws if an object is missing, or if the property needs a value. Then nothing is changed.
  public func set(_ value: Value) throws(PathFailure) {
    if let failure = put(value) { throw failure }
  }

  /// One end of a two-way binding.
  ///
  /// When an object on the path is replaced, the other end takes the value of the new one. A value of the other end is
  /// dropped while an object is missing, and so is a `nil` that the property cannot store.
  public var terminal: Terminal<Value> {
    Terminal(
      changes: changes,
      claim: { [claim] take in Change.claim(claim(), take) },
      accept: { [accept] in _ = accept($0) },
      set: { [put] in _ = put($0) })
  }

  /// Returns the same path with a substitute for a missing object or a property without a value.
  public func or<Wrapped: Sendable>(_ substitute: Wrapped) -> PropertyPath<Wrapped> where Value == Wrapped? {
    PropertyPath<Wrapped>(
      values: values.map { $0 ?? substitute },
      changes: changes.map { $0.with($0.value ?? substitute) },
      read: { [read] in read() ?? substitute },
      claim: { [claim] in claim().map { $0.with($0.value ?? substitute) } },
      accept: { [accept] in accept($0.with($0.value)) },
      put: { [put] in put($0) })
  }
}

/// The reason why a ``PropertyPath`` could not be set.
public enum PathFailure: Error, Hashable, Sendable {
  /// An object on the path is missing, or was released.
  case missing

  /// The property at the end is not optional, so it cannot be set to `nil`.
  case needsValue
}

extension PathFailure: CustomStringConvertible {
  /// The mistake and its remedy.
  public var description: String {
    switch self {
    case .missing:
      "An object on the path is `nil` or was released, so nothing was set. Set the object first, and keep it alive."
    case .needsValue:
      "The property at the end of the path is not optional, and was set to `nil`. Set a value, or choose a substitute."
    }
  }
}
