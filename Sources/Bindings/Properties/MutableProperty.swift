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
  @usableFromInline let cell: Cell<Value>

  /// A property with a value to start with.
  @inlinable
  public init(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    cell = Cell(value)
    cell.node.note(CallSite(fileID, line))
  }

  /// The same, as a function: `values.map(MutableProperty.init)`.
  @_disfavoredOverload
  @inlinable
  public init(_ value: Value) { cell = Cell(value) }

  deinit {
    // What nobody else has ends when it is released.
    if isShared(Unmanaged<AnyObject>.passUnretained(cell)) { cell.end() }
  }

  /// The current value.
  ///
  /// `value += 1` reads and then sets; where others set it too, ``modify(_:)`` does both as one.
  @inlinable
  public var value: Value {
    get { cell.value }
    set { cell.set(newValue) }
  }

  /// Changes the value in one step: no other change comes between reading it and setting it.
  ///
  /// No lock is held while `change` runs. If another thread has set the value meanwhile, `change` runs again, on the
  /// newer value, so it should do nothing else than change it. A `change` that sets this property itself has the last
  /// word: its own result follows, and replaces, what it set. An error that it throws leaves the value as it was.
  @inlinable
  @discardableResult
  public func modify<Result, Thrown: Error>(
    _ change: (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    try cell.modify(change)
  }

  /// The current value, then every change. It does not keep the property alive.
  @inlinable
  public var signal: Signal<Value, Never> { cell.values }

  /// The property, to read and to watch only; it keeps this one alive.
  @inlinable
  public var property: Property<Value> { Property(cell, keptBy: self) }

  /// One end of a two-way binding.
  @inlinable
  public var terminal: Terminal<Value> {
    cell.withLock { _ = cell.link() }
    return Terminal(
      changes: cell.changes,
      claim: { [cell] take in Change.claim(cell.claim(), take) },
      accept: { [cell] in cell.accept($0) },
      set: { [cell] in cell.set($0) })
  }
}
