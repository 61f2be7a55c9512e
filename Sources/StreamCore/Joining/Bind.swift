extension StreamProtocol {
  /// Replaces each value by a stream, and merges these. Other operators can be written with it.
  ///
  ///     source   1-----2---|
  ///     bind     (11)-----(22)---|
  ///
  /// `makeStep` is called once for each subscription and returns its step, which may have state. A step returns the
  /// stream to merge. It sets its second argument to `true` if this is the last one, or returns `nil` to end the source
  /// without one. Then the source is disposed immediately, and the merged streams continue.
  ///
  /// Completes when the source and every inner stream have completed; fails with the first failure of any. Keeps no
  /// values. After its last step it receives no further value, even if the source is in the middle of a send. (The
  /// original's `bind` lost inner values in that case.) Delivers where the inner streams deliver, serially.
  @inlinable
  public func bind<Output: Sendable>(
    _ makeStep: @escaping @Sendable () -> (Value, inout Bool) -> Signal<Output, Failure>?,
    named name: StaticString = #function
  ) -> Signal<Output, Failure> {
    stage(named: name) { source, sink, subscription in
      let joint = Joint<Merging<Output>, Failure>(Merging(), sink, subscription)
      // Guarded by: the source (its values are serial).
      nonisolated(unsafe) let step = makeStep()
      let outer = joint.open()
      joint.attach(
        source, to: outer,
        sending: { value in
          guard outer.isActive else { return }
          var isLast = false
          guard let inner = step(value, &isLast) else { return joint.complete(outer) }
          @inline(__always) @Sendable func receive(_ value: Output) { joint.receive(.next(value)) }
          joint.attach(inner, sending: receive)
          if isLast { joint.complete(outer) }
        })
    }
  }

  /// Replaces each value by a stream, and merges these.
  ///
  ///     source             1-----2---|
  ///     flatMap { (nn|) }  (11)-----(22)---|
  ///
  /// Completes when the source and every inner stream have completed; fails with the first failure of any. Keeps no
  /// values. The number of concurrent inner streams is not limited. Delivers where the inner streams deliver, serially.
  @inlinable
  public func flatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    bind({ { value, _ in transform(value) } }, named: "flatMap")
  }
}
