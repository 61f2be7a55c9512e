public import StreamCore

extension StreamProtocol {
  /// Passes each value to a free one of `count` workers, and merges the streams that they return.
  ///
  ///     source                12-3-----|
  ///     balance(over: 2) {…}  --12-3---|   a worker takes two ticks
  ///
  /// Workers are numbered from 0. A worker has one value at a time, and is free when its stream has completed. Of
  /// several free workers, the one that has been free for the longest time receives the value. Keeps the values that
  /// arrive while all workers are busy, in order, without a bound. They suspend no sender. Completes when the source
  /// and all streams have; the first failure of any passes, and the others are disposed. Delivers where the workers do,
  /// serially. A count below 1 traps. Without the number, it is `flatMap(.merge(maxConcurrent: count))`.
  public func balance<Output: Sendable>(
    over count: Int, _ work: @escaping @Sendable (_ value: Value, _ worker: Int) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    if count <= 0 { fatalError("`balance(over:)` needs 1 worker or more, got \(count).") }
    let source = signal
    return .deferred {
      let free = Lock(Array(0..<count))
      return source.flatMap(.merge(maxConcurrent: count)) { value in
        Signal(attaching: { sink, subscription in
          // At most `count` streams run, and each is torn down before the next begins, so a worker is free.
          let worker = free.withLock { $0.removeFirst() }
          subscription.add { free.withLock { $0.append(worker) } }
          let result = work(value, worker)
          if subscription.isActive { result.attach(sink, to: subscription) }
        })
      }
    }
  }
}
