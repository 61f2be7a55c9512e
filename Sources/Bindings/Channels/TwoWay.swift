public import StreamCore

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
  binding.add(left.changes.pass(to: right.accept, binding, whenOver: right.finish))
  binding.add(right.changes.pass(to: left.accept, binding, whenOver: left.finish))
  return Disposable(binding)
}

extension Signal where Failure == Never {
  /// Hands values on until the binding ends, and ends it with the stream.
  @inlinable
  func pass(
    to accept: @escaping @Sendable (Value) -> Void, _ binding: CompositeDisposable,
    whenOver finish: @escaping @Sendable () -> Void = {}
  ) -> Disposable {
    let subscription = Subscription()
    attach(
      Sink(
        next: { if subscription.isActive { accept($0) } },
        end: { _ in
          subscription.dispose()
          binding.dispose()
          finish()
        }),
      to: subscription)
    return Disposable(subscription)
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
