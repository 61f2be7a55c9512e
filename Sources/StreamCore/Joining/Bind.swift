extension StreamProtocol {
  /// Replaces each value by a whole stream, and merges these: the primitive that other operators can be written with.
  ///
  ///     source   1-----2---|
  ///     bind     (11)-----(22)---|
  ///
  /// `makeStep` is called once for every subscription and returns the step for its values, which may keep a state of
  /// its own. A step returns the stream to merge in; by setting its second argument it says that this is the last; by
  /// returning `nil` it ends the source without one. The source is then disposed at once, while the streams already
  /// merged in go on.
  ///
  /// Completes when the source and every inner stream have; fails with the first failure of any. Keeps no values. After
  /// its last step no further value reaches it, even from a source that is still in the middle of sending (the
  /// original's `bind` lost inner values in that case). Delivers where the inner streams deliver, one event after
  /// another.
  @inlinable
  public func bind<Output: Sendable>(
    _ makeStep: @escaping @Sendable () -> (Value, inout Bool) -> Signal<Output, Failure>?,
    named name: StaticString = #function
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(
      attaching: { sink, subscription in
        let joint = Joint<Merging<Output>, Failure>(Merging(), sink, subscription)
        let binding = Binding(makeStep())
        let outer = joint.open()
        let finishOuter: @Sendable () -> Void = { if joint.close(outer) { joint.receive(.ended) } }
        joint.attach(
          source, to: outer,
          sending: { value in
            guard outer.subscription.isActive else { return }
            var isLast = false
            if let inner = binding.step(value, &isLast) {
              joint.receive(.started)
              @inline(__always) @Sendable func receive(_ value: Output) { joint.receive(.value(value)) }
              joint.attach(inner, to: joint.open(), sending: receive, completed: .ended)
              if isLast { finishOuter() }
            } else {
              finishOuter()
            }
          },
          completed: .ended)
      }, named: name)
  }

  /// ``bind(_:)`` of streams of any type: a subject, a property, a type of one's own.
  @_disfavoredOverload
  @inlinable
  public func bind<Output: Sendable, Inner: StreamProtocol<Output, Failure>>(
    _ makeStep: @escaping @Sendable () -> (Value, inout Bool) -> Inner?
  ) -> Signal<Output, Failure> {
    bind {
      let step = makeStep()
      return { value, isLast in step(value, &isLast)?.signal }
    }
  }

  /// Replaces each value by a whole stream and merges these, as their values come.
  ///
  ///     source             1-----2---|
  ///     flatMap { (nn|) }  (11)-----(22)---|
  ///
  /// Completes when the source and every inner stream have; fails with the first failure of any. Keeps no values; the
  /// number of inner streams at a time is not limited. Delivers where the inner streams deliver, one event after
  /// another.
  @inlinable
  public func flatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    bind({ { value, _ in transform(value) } }, named: "flatMap")
  }
}

/// The step of one run.
@usableFromInline
final class Binding<Value, Output: Sendable, Failure: Error>: Sendable {
  /// Guard: called only from the source's delivery, which is serial.
  @usableFromInline nonisolated(unsafe) let step: (Value, inout Bool) -> Signal<Output, Failure>?

  @usableFromInline
  init(_ step: sending @escaping (Value, inout Bool) -> Signal<Output, Failure>?) { self.step = step }
}
