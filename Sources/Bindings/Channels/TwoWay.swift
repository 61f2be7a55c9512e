infix operator <~> : AssignmentPrecedence
infix operator <~ : AssignmentPrecedence

/// Keeps two properties equal: a change at either end is passed to the other.
///
/// ```swift
/// field.text <~> model.$email
/// ```
///
/// The left end takes the value of the right one at once. A change comes back to nobody: where it came from is known by the change itself, and not
/// by comparing values. When both ends change at once, the later change wins at both. Bindings may be chained, in a ring too. The
/// binding keeps neither end alive and ends with the first of them, or when the result is disposed. From any thread.
@discardableResult
public func <~> <Value: Sendable>(left: MutableProperty<Value>, right: MutableProperty<Value>) -> Disposable {
  left.terminal <~> right.terminal
}

/// Keeps two ends equal. See ``<~>(_:_:)-(MutableProperty<Value>,_)``.
@discardableResult
public func <~> <Value: Sendable>(left: Terminal<Value>, right: Terminal<Value>) -> Disposable {
  let binding = CompositeDisposable()
  // The right end's value is made the latest change there is, so that it wins over what the left end has.
  if let change = right.claim() { left.accept(change) }
  binding.add(left.changes.subscribe(next: right.accept, completed: { binding.dispose() }))
  binding.add(right.changes.subscribe(next: left.accept, completed: { binding.dispose() }))
  return Disposable(binding)
}

/// Sets a property to every value of a stream.
///
/// ```swift
/// label.text <~ model.$status
/// ```
///
/// Neither is kept alive by the other. The binding ends with the first of them, or when the result is disposed.
@discardableResult
public func <~ <Value: Sendable>(property: MutableProperty<Value>, stream: some StreamProtocol<Value, Never>)
  -> Disposable
{
  let binding = CompositeDisposable()
  binding.add(
    stream.subscribe(next: { [weak property] in property?.value = $0 }, completed: { binding.dispose() }))
  binding.add(property.subscribe(next: { _ in }, completed: { binding.dispose() }))
  return Disposable(binding)
}
