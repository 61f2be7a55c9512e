public import StreamCore

/// A value that can be set and observed: the state of a model.
///
///     property     a---b---c|          set to b, set to c, released
///     subscriber   a---b---c|
///
/// A subscriber receives the current value immediately, and then every change, after the property has the new value.
/// All subscribers receive changes in one order, one after another. A property that is set inside a handler has its new
/// value immediately, and notifies of it after the current change. It may be read and set from any thread. When the
/// property is released, its streams complete.
public final class MutableProperty<Value: Sendable>: PropertyProtocol {
  @usableFromInline package let source: Source<Value>

  /// A property with a value to start with.
  public init(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    source = Source(making: value)
    source.node.setCallSite(CallSite(fileID, line))
  }

  /// The same, as a function: `values.map(MutableProperty.init)`.
  @_disfavoredOverload
  public init(_ value: Value) { source = Source(making: value) }

  deinit { source.endAndRelease() }

  /// Ends the streams of the property, which keeps its value.
  package func end() { source.end() }

  /// The current value.
  ///
  /// `value += 1` reads and then sets; where others set it too, ``modify(_:)`` does both as one.
  @inlinable
  public var value: Value {
    get {
      defer { extendLifetime(self) }
      return source.value
    }
    set {
      source.set(newValue)
      extendLifetime(self)
    }
  }

  /// Changes the value in one step: no other change comes between reading it and setting it.
  ///
  /// No lock is held while `change` runs. If another `modify` has changed the value meanwhile, `change` runs again, on
  /// the newer value, so it should have no other effect. A value that another thread has set meanwhile stays, as if it
  /// was set afterwards. If `change` sets this property itself, its own result replaces the set value. An error that it
  /// throws leaves the value unchanged.
  @inlinable
  @discardableResult
  public func modify<Result, Thrown: Error>(
    _ change: @escaping (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    defer { extendLifetime(self) }
    return try source.modify(change)
  }

  /// The current value, then every change. It does not keep the property alive.
  @inlinable
  public var signal: Signal<Value, Never> {
    defer { extendLifetime(self) }
    return source.values
  }

  /// A read-only property of the same value, which keeps this one alive.
  public var property: Property<Value> { Property(source, keptBy: self) }
}
