public import StreamCore
public import Synchronization

infix operator <~> : AssignmentPrecedence

/// Keeps two properties equal: a change at either end is passed to the other.
///
/// ```swift
/// field.text <~> model.$email
/// ```
///
/// The left end takes the value of the right one at once. A change comes back to nobody: where it came from is known by the change itself, and not
/// by comparing values. When both ends change at once, the later change wins at both. Bindings may be chained, in a ring too. The
/// binding keeps neither end alive and ends with the first of them, which completes the channel at the other if there is one; or when the result is
/// disposed. From any thread.
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
  // The right end's value is made the latest change there is, so that it wins over what the left end has.
  if let change = right.claim() { left.accept(change) }
  let latest = LatestPassed()
  binding.add(left.changes.passOn(to: right, latest, binding))
  binding.add(right.changes.passOn(to: left, latest, binding))
  return Disposable(binding)
}

extension Signal where Failure == Never {
  /// Hands changes on to the other end until the binding ends, and ends it with the stream. A chain of bindings is no recursion: see ``Turn/pass(_:orLater:)``.
  @inlinable
  func passOn<Content>(
    to other: Terminal<Content>, _ latest: LatestPassed, _ binding: CompositeDisposable
  ) -> Disposable where Value == Change<Content> {
    let accept = other.accept
    let subscription = Subscription()
    attach(
      Sink(
        next: { change in
          guard subscription.isActive, latest.isNew(change.stamp) else { return }
          Turn.pass {
            accept(change)
          } orLater: {
            { if subscription.isActive { accept(change) } }
          }
        },
        end: { [finish = other.finish] _ in
          subscription.dispose()
          binding.dispose()
          finish()
        }),
      to: subscription)
    return Disposable(subscription)
  }

  /// Hands values on until the binding ends, and ends it with the stream.
  @inlinable
  func pass(
    to accept: @escaping @Sendable (Value) -> Void, _ binding: CompositeDisposable
  ) -> Disposable {
    let subscription = Subscription()
    attach(
      Sink(
        next: { if subscription.isActive { accept($0) } },
        end: { _ in
          subscription.dispose()
          binding.dispose()
        }),
      to: subscription)
    return Disposable(subscription)
  }
}

/// The latest change that a binding has passed on, in either direction: both its ends know of that, or of a later one.
///
/// So what comes back need not go further to be dropped there. Where two threads pass on at once this may forget the later one, and the end decides.
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
