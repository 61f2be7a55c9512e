public import StreamCore
public import StreamPrimitives

infix operator <~> : AssignmentPrecedence

/// Keeps two properties equal: a change at either end is passed to the other.
///
/// ```swift
/// field.text <~> channel(\.email, of: model)
/// ```
///
/// The left end takes the value of the right one at once; where the right one has none yet (it is the end of a
/// ``Channel``), it takes that of the left one. A change comes back to nobody: where it came from is known by the
/// change itself, and not by comparing values. When both ends change at once, the later change wins at both. Bindings
/// may be chained, in a ring too. The binding keeps neither end alive and ends with the first of them, which completes
/// the channel at the other if there is one; or when the result is disposed. From any thread.
@inlinable
@discardableResult
public func <~> <Value: Sendable>(left: MutableProperty<Value>, right: MutableProperty<Value>) -> Disposable {
  left.terminal <~> right.terminal
}

/// Keeps two ends equal. See ``<~>(_:_:)-(MutableProperty<Value>,_)``.
@inlinable
@discardableResult
public func <~> <Value: Sendable>(left: Terminal<Value>, right: Terminal<Value>) -> Disposable {
  let binding = CompositeDisposable()
  // A value that is claimed is made the latest change there is, so that it wins over what the other end has.
  if !right.claim(left.accept), !left.claim(right.accept) { noteNoValue(Value.self) }
  let latest = LatestPassed()
  binding.add(left.changes.pass(to: right.accept, binding, if: { latest.isNew($0.stamp) }, atTheEnd: right.finish))
  binding.add(right.changes.pass(to: left.accept, binding, if: { latest.isNew($0.stamp) }, atTheEnd: left.finish))
  return Disposable(binding)
}

/// Neither end of a binding has a value: both are ends of channels to which nothing was sent yet.
@usableFromInline
func noteNoValue<Value>(_ type: Value.Type) {
  #if DEBUG
    Hints.say(
      "A binding (<~>) of \(type) was made where neither end has a value: bind one to a property, or send to it.")
  #endif
}

/// The latest change that a binding has passed on, in either direction: both its ends know of that, or of a later one.
///
/// So what comes back need not go further to be dropped there. Where two threads pass on at once this may forget the
/// later one, and the end decides.
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

/// Keeps a property and another end equal. See ``<~>(_:_:)-(MutableProperty<Value>,_)``.
@inlinable
@discardableResult
public func <~> <Value: Sendable>(left: MutableProperty<Value>, right: Terminal<Value>) -> Disposable {
  left.terminal <~> right
}

/// Keeps a property and another end equal. See ``<~>(_:_:)-(MutableProperty<Value>,_)``.
@inlinable
@discardableResult
public func <~> <Value: Sendable>(left: Terminal<Value>, right: MutableProperty<Value>) -> Disposable {
  left <~> right.terminal
}
