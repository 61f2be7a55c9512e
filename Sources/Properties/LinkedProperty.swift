import Operators
public import StreamCore
import StreamPrimitives

/// A value that follows a source and can also be set: a set value stays until the source changes.
///
/// ```swift
/// let quantity = product.linked { _ in 1 }      // starts over for each product
/// quantity.value = 3
/// ```
///
///     product     a--------b------
///     set         ---3------------
///     quantity    1--3-----1------
///
/// It is a node of the state graph: a derived property never mixes an earlier set value with a new value of the source.
/// It may be read and set from any thread, also inside ``batch(_:)``. A set value is valid for one value of the source:
/// setting the source to an equal value keeps it. It keeps the source alive, and as long as it has a set value it
/// observes the source. After its release its observers follow the source, and its stream completes with that of the
/// source. Delivers where either is set. The design is that of Angular's linked signals.
public final class LinkedProperty<Value: Sendable>: PropertyProtocol {
  /// The property, read-only; it keeps the source alive.
  public let property: Property<Value>

  private let change: @Sendable (_ change: @escaping (inout Value) -> Void) -> Void
  private let clear: @Sendable () -> Void

  /// The subscription to the source, while there is a set value.
  private let watching: SerialDisposable

  /// Creates a property that follows a source.
  ///
  /// - Parameter initial: Returns the value for a value of the source. It runs as the transform of a `map`.
  public init<Source: PropertyProtocol>(
    _ source: Source, _ initial: @escaping @Sendable (Source.Value) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Source.Value: Equatable {
    let source = source.property
    _ = CallSite(fileID, line).naming(.property, by: function, "local")
    let local = MutableProperty<Local<Source.Value, Value>?>(nil, fileID: fileID, line: line)
    let watching = SerialDisposable()
    property = Property(
      local, source, by: { local, basis in local?.value(for: basis) ?? initial(basis) }, fileID: fileID, line: line,
      function: function)
    change = { change in
      local.modify { local in
        let basis = untracked { source.value }
        var value = local?.value(for: basis) ?? initial(basis)
        change(&value)
        local = Local(basis, value)
      }
      // Otherwise a set value would be valid again when the source returns to the value that it was set for. A batch
      // may take the set value back, or have set the source to another value since.
      GraphThread.afterBatch {
        watching.inner = source.take(while: { [weak local] now in
          guard let current = untracked({ local?.value }) else { return false }
          return current.isKept(at: now)
        }).subscribe { _ in }
      }
    }
    clear = {
      local.value = nil
      // A batch that throws takes the reset back.
      GraphThread.afterBatch { if untracked({ local.value }) == nil { watching.inner = nil } }
    }
    self.watching = watching
  }

  deinit { watching.dispose() }

  /// The current value: the one that was set, or the one that follows from the source.
  public var value: Value {
    get { property.value }
    set { change { $0 = newValue } }
  }

  /// Changes the value in one step. As ``MutableProperty/modify(_:)``, `change` may run again.
  public func modify(_ change: @escaping (inout Value) -> Void) { self.change(change) }

  /// Drops the set value: the property follows the source again.
  public func reset() { clear() }

  /// The current value, then every change. It does not keep the property alive.
  public var signal: Signal<Value, Never> { property.signal }
}

extension PropertyProtocol where Value: Equatable {
  /// A property that has this one's value, and can be set until this one changes. See ``LinkedProperty``.
  ///
  ///     property    a-----b------
  ///     set         --x----------
  ///     linked()    a-x---b------
  public func linked(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> LinkedProperty<Value> {
    LinkedProperty(self, { $0 }, fileID: fileID, line: line, function: function)
  }

  /// A property that follows this one, and can be set until this one changes. See ``LinkedProperty``.
  public func linked<Local: Sendable>(
    _ initial: @escaping @Sendable (Value) -> Local,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> LinkedProperty<Local> {
    LinkedProperty(self, initial, fileID: fileID, line: line, function: function)
  }
}

/// A set value, and the value of the source for which it is valid.
private final class Local<Basis: Sendable & Equatable, Value: Sendable>: Sendable {
  private let basis: Basis
  private let value: Value

  /// Whether the source has had another value since.
  private let isOver = Atomic(false)

  init(_ basis: Basis, _ value: Value) { (self.basis, self.value) = (basis, value) }

  func value(for basis: Basis) -> Value? {
    if isOver.load(ordering: .relaxed) { return nil }
    if basis == self.basis { return value }
    // The source may change back before the subscription is notified. A batch may yet be rolled back.
    GraphThread.with { if !$0.isInBatch { isOver.store(true, ordering: .relaxed) } }
    return nil
  }

  /// Records a value of the source, and returns whether this value stays valid.
  func isKept(at basis: Basis) -> Bool {
    if basis != self.basis { isOver.store(true, ordering: .relaxed) }
    return !isOver.load(ordering: .relaxed)
  }
}
