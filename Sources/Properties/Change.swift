public import StreamCore
public import StreamPrimitives

/// A value and when it was set.
///
/// The stamp counts over all properties that take part in two-way bindings. A binding passes a change on with its
/// stamp. A change that returns to its origin is recognised by the stamp, not by comparing values. If two ends change
/// simultaneously, the later change wins on both.
@usableFromInline
package struct Change<Value: Sendable>: Sendable {
  @usableFromInline package let value: Value

  /// 0 for a change that was made before its property was bound to anything.
  @usableFromInline package let stamp: UInt64

  @inlinable
  package init(_ value: Value, stamp: UInt64) {
    self.value = value
    self.stamp = stamp
  }

  /// A change that is made now, later than every other.
  @inlinable
  package init(_ value: Value) { self.init(value, stamp: nextStamp()) }

  /// Passes a change to `take`, if there is one, and returns whether there is.
  @inlinable
  package static func claim(_ change: Change?, _ take: (Change) -> Void) -> Bool {
    if let change { take(change) }
    return change != nil
  }

  /// The same change, as it is on the other side of a conversion.
  @inlinable
  package func with<Other: Sendable>(_ value: Other) -> Change<Other> { Change<Other>(value, stamp: stamp) }
}

extension Change: CustomStringConvertible {
  /// The value, as recordings show it.
  @usableFromInline package var description: String { "\(value)" }
}

/// The number of changes of bound properties. Other properties do not count their changes, because counting takes
/// longer than setting a property.
@usableFromInline let lastStamp = Atomic<UInt64>(0)

@inlinable
func nextStamp() -> UInt64 { lastStamp.add(1, ordering: .relaxed).newValue }

extension Signal where Failure == Never {
  /// The values of changes.
  @inlinable
  package static func values(of changes: Signal<Change<Value>, Never>) -> Signal {
    Signal(attaching: { sink, subscription in
      changes.attach(Sink(next: { sink.next($0.value) }, end: sink.end), to: subscription)
    })
  }
}
