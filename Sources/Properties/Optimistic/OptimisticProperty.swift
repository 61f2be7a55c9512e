import Operators
public import StreamCore

/// A property with changes that the server has not confirmed yet.
///
/// ```swift
/// let likes = MutableProperty(10)                        // what the server has
/// let shown = likes.optimistic()                         // what the user sees
/// let layer = shown.layer { $0 += 1 }                    // 11
/// likes.value = 20                                       // 21: another user liked it as well
/// layer.confirm { likes.value = 21 }                     // 21
/// ```
///
///     base       10------20------21---
///     layer +1   ---x------------c
///     shown      10-11---21------21---
///
/// Its value is that of the base with all layers applied, computed again when the base changes under them: a rebase. It
/// is a node of the state graph, so that a change of the base and the end of a layer in one ``batch(_:)`` are one
/// notification. A change costs time in proportion to the number of layers. It keeps the base alive. Its stream
/// completes with that of the base. For a table, whose layers cost the changed row only, use its `optimistic()`.
public final class OptimisticProperty<Value: Sendable>: PropertyProtocol {
  /// The base with all layers, read-only; it keeps the base alive.
  public let property: Property<Value>

  /// The number of layers that are not removed.
  public let pending: Property<Int>

  private let base: Property<Value>
  private let changes: MutableProperty<[OptimisticChange<Value>]>

  /// The subscription to the base, while a confirmed layer waits for its arrival.
  private let watching = SerialDisposable()

  /// Creates a property over a base that is set by the answers of a server: a ``MutableProperty``, a replica.
  public init(
    _ base: some PropertyProtocol<Value>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let base = base.property
    _ = CallSite(fileID, line).naming(.property, by: function, "layers")
    let changes = MutableProperty<[OptimisticChange<Value>]>([], fileID: fileID, line: line)
    self.base = base
    self.changes = changes
    property = Property(
      base, changes,
      by: { base, changes in
        var value = base
        for change in changes { change.apply(to: &value, over: base) }
        return value
      }, fileID: fileID, line: line, function: function)
    pending = Property(base, changes) { base, changes in
      changes.count { !($0.arrival?.includes(base) ?? false) }
    }.distinctUntilChanged()
  }

  deinit { watching.dispose() }

  /// Applies a change on top of all others, until the returned layer is confirmed or rolled back.
  ///
  /// `change` runs each time that the value is computed, without a lock. It should only change the value.
  public func layer(_ change: @escaping @Sendable (inout Value) -> Void) -> OptimisticLayer<Value> {
    let new = OptimisticChange(change)
    changes.modify { changes in
      changes.removeAll { $0.isOver }
      changes.append(new)
    }
    return OptimisticLayer(new.id, awaitArrival: awaitArrival()) { [changes] in changes.modify($0) }
  }

  /// Watches the base, so that a layer is not applied again after the base has included its change.
  private func awaitArrival() -> @Sendable () -> Void {
    { [base, changes, watching] in
      watching.inner = base.take(while: { [weak changes] now in
        guard let all = changes.map({ changes in untracked { changes.value } }) else { return false }
        var isOpen = false
        for arrival in all.compactMap(\.arrival) where !arrival.wasSeen {
          arrival.note(now)
          if !arrival.wasSeen { isOpen = true }
        }
        return isOpen
      }).subscribe { _ in }
    }
  }

  /// The base with all layers.
  public var value: Value { property.value }

  /// The base with all layers, then every change. It does not keep the property alive.
  public var signal: Signal<Value, Never> { property.signal }
}

extension PropertyProtocol {
  /// The property under changes that are not confirmed: see ``OptimisticProperty``.
  public func optimistic(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> OptimisticProperty<Value> {
    OptimisticProperty(self, fileID: fileID, line: line, function: function)
  }
}
