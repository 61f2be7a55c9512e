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
/// A subscriber gets the current value and then every change of it, whichever object on the way it came from: when one
/// is replaced, what was in it before is let go and the new one is followed. While one is missing (`nil`, or a ``Weak``
/// one that was released) the value is `nil`, or what ``or(_:)`` says. Neither end is kept alive, nor anything between.
/// Completes when the property that the path begins with is released. Delivers where the change is made.
///
/// Each step is the key path of a property that is declared with ``Observed`` and may be set here, or of a
/// ``MutableProperty``: what is computed traps. Where it is read does not matter, whatever actor the class belongs to.
/// To watch what may not be set, choose it: `company.$boss.flatMap { $0?.$status … }`.
public struct PropertyPath<Value: Sendable>: StreamProtocol {
  /// What observers hear.
  let values: Signal<Value, Never>

  /// What bindings hear: as `values`, but what a replaced object brings is made the latest change of all.
  let changes: Signal<Change<Value>, Never>

  let read: @Sendable () -> Value

  /// Makes the current value the latest change there is; `nil` when what the path begins with was released.
  let claim: @Sendable () -> Change<Value>?

  /// Takes a change; if it cannot be taken, why.
  let accept: @Sendable (Change<Value>) -> PathFailure?

  /// Sets the value here and now; if that cannot be, why.
  let put: @Sendable (Value) -> PathFailure?

  /// The current value, then every change.
  public var signal: Signal<Value, Never> { values }

  /// The current value.
  public var value: Value { read() }

  /// Sets the property at the end of the path.
  ///
  /// Throws when there is no object to set it in, or when it cannot take the value; nothing is changed then.
  public func set(_ value: Value) throws(PathFailure) {
    if let failure = put(value) { throw failure }
  }

  /// One end of a two-way binding.
  ///
  /// When an object on the way is replaced, the other end takes what the new one has. What the other end sends while
  /// one is missing is dropped, and so is a `nil` that the property cannot take.
  public var terminal: Terminal<Value> {
    Terminal(
      changes: changes,
      claim: { [claim] take in Change.claim(claim(), take) },
      accept: { [accept] in _ = accept($0) },
      set: { [put] in _ = put($0) })
  }

  /// The same path, with a value for when an object on the way is missing, or when the property at its end has none.
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

/// Why a ``PropertyPath`` could not be set.
public enum PathFailure: Error, Hashable, Sendable {
  /// An object on the way is missing, or was released.
  case missing

  /// The property at the end always has a value, so it cannot be set to `nil`.
  case needsValue
}
