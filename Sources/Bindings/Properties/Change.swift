import Synchronization

/// A value and when it was set, counted over all properties.
///
/// A binding passes a change on with the stamp that it has. Where a change comes back to is told by its stamp, and not by comparing values; where two
/// ends change at once, the later change wins on both.
struct Change<Value: Sendable>: Sendable {
  let value: Value
  let stamp: UInt64

  /// A change made by who sets the property.
  init(_ value: Value) {
    self.value = value
    stamp = lastStamp.add(1, ordering: .relaxed).newValue
  }
}

private let lastStamp = Atomic<UInt64>(0)
