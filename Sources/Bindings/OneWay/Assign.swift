public import StreamCore
import StreamTracing

infix operator <~ : AssignmentPrecedence

/// Sets a property to every value of a stream.
///
/// ```swift
/// field.text <~ model.$status
/// ```
///
/// Neither retains the other. The binding ends with the first of them, or when the result is disposed. The stream
/// cannot fail: handle a failure before, for example with `catch`. Delivers where the stream does. A long chain of
/// properties needs a bounded stack. Bind a chain starting at its source: a property that is bound takes its value
/// immediately, and so do all properties that were bound to it before.
///
/// A property that is bound to itself, directly or in a cycle, would be set forever, so closing a cycle traps. To keep
/// two properties equal, use ``<~>(_:_:)``.
@discardableResult
public func <~ <Value: Sendable>(property: MutableProperty<Value>, stream: some StreamProtocol<Value, Never>)
  -> Disposable
{
  let binding = CompositeDisposable()
  // Retains the memory of the property and not the property. After the end of the property it accepts nothing.
  let retained = property.source.retained
  let source = source(of: stream)
  if let source { binding.add(OneWayBindings.add(retained.node, from: source, Value.self)) }
  let name = nameInRecording(of: property)
  // Ends the binding with the property; the values are ignored.
  if let name { TraceNode.nameNext("<~", "end of \(name)") }
  binding.add(property.signal.pass(to: { _ in }, binding, if: { _ in false }))
  nameLeg(from: Trace.isOnHere ? source?.tracedName : nil, to: name)
  if !binding.isDisposed { binding.add(stream.signal.pass(to: { Source(retained).set($0) }, binding)) }
  return Disposable(binding)
}

/// Sets an optional property to every value of a stream.
@discardableResult
public func <~ <Value: Sendable>(property: MutableProperty<Value?>, stream: some StreamProtocol<Value, Never>)
  -> Disposable
{
  property <~ stream.map { Optional($0) }
}

/// The name of a property in the running recording, if it has one.
@usableFromInline
func nameInRecording<Value>(of property: MutableProperty<Value>) -> String? {
  Trace.isOnHere ? property.source.node.tracedName : nil
}

/// Names the binding that this thread makes next by its ends, as far as they have names.
@usableFromInline
func nameLeg(from source: String?, to target: String?) {
  guard Trace.isOnHere, source != nil || target != nil else { return }
  TraceNode.nameNext("<~", [target, "<~", source].compactMap(\.self).joined(separator: " "))
}
