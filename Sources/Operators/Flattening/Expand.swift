public import StreamCore

extension StreamProtocol {
  /// Emits each value, and recursively the values of the stream that a function makes for it.
  ///
  ///     source                    1-----|
  ///     expand { n < 3: -(n+1)| } 123---|
  ///
  /// For values that lead to further ones: the pages of a list, the folders of a folder. At most `maxConcurrent`
  /// streams run at a time; a function that returns `.empty` ends a branch. Values that are sent synchronously are
  /// visited breadth first. Completes when the source and all streams have completed; fails with the first failure.
  /// Keeps the streams that wait for a place, without a bound. Delivers where the streams deliver, serially. A limit
  /// below 1 traps.
  public func expand(
    maxConcurrent limit: Int = .max, _ transform: @escaping @Sendable (Value) -> Signal<Value, Failure>
  ) -> Signal<Value, Failure> {
    if limit <= 0 { fatalError("`expand(maxConcurrent:)` needs a limit of 1 or more, got \(limit).") }
    return stage { source, sink, subscription in
      let reference = SelfReference<Merging<Value>, Failure>()
      let places = ConcurrencyLimit<Signal<Value, Failure>>(limit, .waits)
      subscription.add(places)
      let joint = Joint<Merging<Value>, Failure>(
        Merging(),
        Sink(
          next: { value in
            sink.next(value)
            guard subscription.isActive, let joint = reference.joint else { return }
            let inner = transform(value)
            // The joint is delivering, so values of a synchronous stream are queued, and the stack does not grow.
            if subscription.isActive, places.admit(inner) { InnerRunner(joint, places).run() }
          }, end: sink.end),
        subscription)
      reference.joint = joint
      joint.attach(source, sending: { joint.receive(.next($0)) })
    }
  }
}
