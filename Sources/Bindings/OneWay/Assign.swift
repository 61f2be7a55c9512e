public import StreamCore

infix operator <~ : AssignmentPrecedence

/// Sets a property to every value of a stream.
///
/// ```swift
/// field.text <~ model.$status
/// ```
///
/// Neither is kept alive by the other. The binding ends with the first of them, or when the result is disposed. The
/// stream must not be able to fail: say first what becomes of a failure. Delivers where the stream does. However many
/// properties are chained, that takes no more stack than a few dozen do. Bind a chain from its source on: what is bound
/// takes its value at once, and so does all that was bound to it before.
///
/// A property that is bound to itself would be set for ever, and so would a ring of them: whoever closes one traps. Two
/// properties are kept equal by ``<~>(_:_:)-(MutableProperty<Value>,_)``.
@discardableResult
public func <~ <Value: Sendable>(property: MutableProperty<Value>, stream: some StreamProtocol<Value, Never>)
  -> Disposable
{
  let binding = CompositeDisposable()
  // What is held is no more than the property's memory: it does not keep the property, and takes nothing after its end.
  let retained = property.source.retained
  if let source = source(of: stream) { binding.add(Joins.add(retained.node, from: source, Value.self)) }
  // For the end of the property; its values go nowhere.
  binding.add(property.signal.pass(to: { _ in }, binding, if: { _ in false }))
  if !binding.isDisposed { binding.add(stream.signal.pass(to: { Source(retained).set($0) }, binding)) }
  return Disposable(binding)
}

/// Sets a property to every value of a stream of the values that it can also do without.
@discardableResult
public func <~ <Value: Sendable>(property: MutableProperty<Value?>, stream: some StreamProtocol<Value, Never>)
  -> Disposable
{
  property <~ stream.map { Optional($0) }
}
