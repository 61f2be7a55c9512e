public import StreamCore

/// A value that can be set and watched: what a model is made of.
///
///     property     a---b---c|          set to b, set to c, released
///     subscriber   a---b---c|
///
/// A subscriber gets the current value at once, and then every change, when the property has it already. All
/// subscribers hear of changes in one order, one after another; a property that is set from inside a handler has its
/// new value at once, and tells of it after the change being told. It may be read and set from any thread. When the
/// property is released, its streams complete.
public final class MutableProperty<Value: Sendable>: PropertyProtocol {
  @usableFromInline package let source: Source<Value>

  /// A property with a value to start with.
  public init(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    source = Source(making: value)
    source.node.note(CallSite(fileID, line))
  }

  /// The same, as a function: `values.map(MutableProperty.init)`.
  @_disfavoredOverload
  public init(_ value: Value) { source = Source(making: value) }

  deinit { source.letGo() }

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
  /// No lock is held while `change` runs. If another thread has set the value meanwhile, `change` runs again, on the
  /// newer value, so it should do nothing else than change it. A `change` that sets this property itself has the last
  /// word: its own result follows, and replaces, what it set. An error that it throws leaves the value as it was.
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

  /// The property, to read and to watch only; it keeps this one alive.
  public var property: Property<Value> { Property(source, keptBy: self) }
}
