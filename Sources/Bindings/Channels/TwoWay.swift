public import StreamCore
public import StreamPrimitives

infix operator <~> : AssignmentPrecedence

/// Keeps two ends equal: a change of either is passed to the other.
///
/// ```swift
/// field.text <~> channel(\.email, of: model)
/// ```
///
/// The left end takes the value of the right one immediately. If the right one has no value yet, because it is the end
/// of a ``Channel``, it takes that of the left one.
///
/// A change does not come back to its origin: the change itself carries its origin, and values are not compared. When
/// two threads change both ends at the same time, the later change wins at both. Bindings may be chained, also in a
/// ring.
///
/// The binding retains neither end. It ends with the first of them, or when the result is disposed. If the other end is
/// a channel, it completes then. May be used from any thread.
@inlinable
@discardableResult
public func <~> <Value: Sendable>(left: some BindingEnd<Value>, right: some BindingEnd<Value>) -> Disposable {
  let (left, right) = (left.terminal, right.terminal)
  let binding = CompositeDisposable()
  // A claimed value becomes the latest change, so it wins over the value of the other end.
  if !right.claim(left.accept), !left.claim(right.accept) { noteNoValue(Value.self) }
  let latest = LatestPassed()
  nameLeg(from: left.name, to: right.name)
  binding.add(left.changes.pass(to: right.accept, binding, if: { latest.isNew($0.stamp) }, atTheEnd: right.finish))
  nameLeg(from: right.name, to: left.name)
  binding.add(right.changes.pass(to: left.accept, binding, if: { latest.isNew($0.stamp) }, atTheEnd: left.finish))
  return Disposable(binding)
}

/// Reports that neither end of a binding has a value.
@usableFromInline
func noteNoValue<Value>(_ type: Value.Type) {
  #if DEBUG
    Hints.say(
      "A binding (<~>) of \(type) has a value at neither end. Bind one end to a property, or send a value to it.")
  #endif
}

/// The latest change that a binding has passed on, in either direction. Both ends have that change or a later one.
///
/// So a change that comes back is dropped here. When two threads pass changes on at the same time, this may have the
/// stamp of the earlier one. Then the later one may come back to its end, which drops it.
@usableFromInline
final class LatestPassed: Sendable {
  @usableFromInline let stamp = Atomic<UInt64>(0)

  @usableFromInline init() {}

  @inlinable
  func isNew(_ change: UInt64) -> Bool {
    guard change > stamp.load(ordering: .relaxed) else { return false }
    stamp.store(change, ordering: .relaxed)
    return true
  }
}
