public import StreamCore
import StreamTracing

/// Sets a property of an object to every value of a stream.
///
/// ```swift
/// bind(\.status, of: self, to: merge(started.map { _ in "Sending…" }, done.map { _ in "Thanks" }))
/// ```
///
///     stream   --a---b----c|
///     status   0-a---b----c-----
///
/// The property is set on the actor of the code that binds: synchronously if the value arrives there, otherwise after a
/// hop, in order. The object is retained only while it is being set.
///
/// Each binding subscribes to the stream. Three bindings of a signal that makes a request make three requests; of its
/// `share()` they make one.
///
/// The binding ends with the stream, which leaves the last value, or when the result is disposed. It also ends with the
/// object: immediately if the property is declared with ``Observed`` or the object has a ``Lifetime``, otherwise with
/// the next value. The stream cannot fail: handle a failure before. Binding a property to itself traps, with the place
/// of the call.
@discardableResult
public func bind<Target: AnyObject & Sendable, Value: Sendable>(
  _ keyPath: sending ReferenceWritableKeyPath<Target, Value>,
  of target: Target,
  to stream: some StreamProtocol<Value, Never>,
  isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Disposable {
  let property = observed(keyPath, of: target)
  if property != nil, source(of: stream) == property?.source.node {
    fatalError(
      """
      \(file):\(line): a property of type \(Value.self) of \(Target.self) is bound to itself, and would be set \
      forever. Bind it to another stream.
      """)
  }
  let bound =
    if let property {
      stream.take(until: property.signal.ignoreValues())
    } else if let life = (target as? any HasLifetime)?.lifetime.ended {
      stream.take(until: life)
    } else {
      stream.signal
    }
  if Trace.isOnHere, let name = property?.source.node.tracedName ?? traceName(of: keyPath) {
    let input = source(of: stream)?.tracedName.map { " to \($0)" } ?? ""
    CallSite(file, line).name(.subscription, "bind \(name)\(input)")
  }
  return bound.subscribe(
    with: target, isolation: isolation,
    next: { target, value in
      _ = isolation  // Captured, so that the closure belongs to the actor that the key path belongs to.
      target[keyPath: keyPath] = value
    }, fileID: file, line: line)
}

/// Sets a property of an object to every value of a stream, and to a default for `nil`.
///
/// ```swift
/// bind(\.title, of: page, to: model.$subtitle, default: "–")
/// ```
///
/// All else is as in ``bind(_:of:to:isolation:file:line:)``.
@discardableResult
public func bind<Target: AnyObject & Sendable, Value: Sendable>(
  _ keyPath: sending ReferenceWritableKeyPath<Target, Value>,
  of target: Target,
  to stream: some StreamProtocol<Value?, Never>,
  default value: Value,
  isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Disposable {
  bind(keyPath, of: target, to: stream.map { $0 ?? value }, isolation: isolation, file: file, line: line)
}

/// Sets an optional property of an object to every value of a stream.
///
/// ```swift
/// bind(\.text, of: label, to: model.$status)
/// ```
///
/// All else is as in ``bind(_:of:to:isolation:file:line:)``.
@_disfavoredOverload
@discardableResult
public func bind<Target: AnyObject & Sendable, Value: Sendable>(
  _ keyPath: sending ReferenceWritableKeyPath<Target, Value?>,
  of target: Target,
  to stream: some StreamProtocol<Value, Never>,
  isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Disposable {
  bind(keyPath, of: target, to: stream.map { Optional($0) }, isolation: isolation, file: file, line: line)
}
