/// Sets a property of an object to every value of a stream.
///
/// ```swift
/// bind(\.status, on: self, to: merge(started.map { _ in "Sending…" }, done.map { _ in "Thanks" }))
/// ```
///
/// The property is set on the actor of the code that binds: at once when the value is there already, else after a hop, in order. The object is
/// not kept alive. The binding ends with the stream, with the first value after the object is gone, or when the result is
/// disposed. A stream that can fail has to be freed of its failure first.
@discardableResult
public func bind<Target: AnyObject & Sendable, Value: Sendable>(
  _ keyPath: sending ReferenceWritableKeyPath<Target, Value>,
  on target: Target,
  to stream: some StreamProtocol<Value, Never>,
  isolation: isolated (any Actor)? = #isolation
) -> Disposable {
  stream.subscribe(with: target, isolation: isolation) { target, value in
    _ = isolation  // Captured, so that the closure belongs to the actor that the key path belongs to.
    target[keyPath: keyPath] = value
  }
}
