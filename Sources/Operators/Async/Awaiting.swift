import StreamCore

extension StreamProtocol {
  /// Awaits `work` for each value, and sends the part of the result that `choose` returns, if any.
  @inlinable
  func awaiting<Outcome: Sendable, Output: Sendable>(
    _ strategy: FlattenStrategy,
    _ work: @escaping @Sendable (Value) async throws(Failure) -> Outcome,
    _ choose: @escaping @Sendable (Outcome, Value) -> Output?
  ) -> Signal<Output, Failure> {
    switch strategy.kind {
    case .latest, .first: return awaitingOne(strategy, work, choose)
    case .merge: return awaiting(.max, work, choose)
    case .limited(let limit): return awaiting(limit, work, choose)
    case .ordered(1): return awaiting(1, work, choose)
    case .ordered(let limit):
      return inOrder().awaiting(limit) { item async throws(Failure) in
        let outcome = try await work(item.value)
        await item.suspendedByLast?.wait()
        return outcome
      } _: { outcome, item in
        choose(outcome, item.value)
      }
    }
  }

  /// Works on one value at a time.
  ///
  /// It is not inlinable: a task and a stream for each value take much longer than specialization would save.
  @usableFromInline
  func awaitingOne<Outcome: Sendable, Output: Sendable>(
    _ strategy: FlattenStrategy, _ work: @escaping @Sendable (Value) async throws(Failure) -> Outcome,
    _ choose: @escaping @Sendable (Outcome, Value) -> Output?
  ) -> Signal<Output, Failure> {
    flatMap(strategy) { value in
      Signal<Output?, Failure> { () async throws(Failure) in choose(try await work(value), value) }.compactMap { $0 }
    }
  }

  /// Works on up to `limit` values at a time, each in a task that continues with the queued values.
  @inlinable
  func awaiting<Outcome: Sendable, Output: Sendable>(
    _ limit: Int, _ work: @escaping @Sendable (Value) async throws(Failure) -> Outcome,
    _ choose: @escaping @Sendable (Outcome, Value) -> Output?
  ) -> Signal<Output, Failure> {
    limited(to: limit, .waitsWithSender, { $0 }) { joint, limit in
      let upstream = joint.open()
      let teardown = TaskTeardown()
      upstream.add(teardown)
      teardown.setTask(
        spawn {
          let pressure = Backpressure()
          while upstream.isActive, let value = limit.next() {
            let output: Output?
            do throws(Failure) {
              output = choose(try await work(value), value)
            } catch {
              teardown.deliver { if joint.close(upstream) { joint.fail(error) } }
              return
            }
            let isWanted = teardown.deliver {
              if let output { pressure.during { joint.receive(.next(output)) } }
            }
            // In an ordered operator, releasing the value lets the next one be sent.
            withExtendedLifetime(value) {}
            guard isWanted else { return }
            if pressure.isSuspended { await pressure.wait() }
          }
          teardown.deliver { joint.complete(upstream) }
        })
    }
  }

  /// Links the values: each delays the result of the next one for as long as it is retained.
  @usableFromInline
  func inOrder() -> Signal<InOrder<Value>, Failure> {
    apply(
      StatefulRule(Backpressure?.none) { suspendedByLast, value in
        let next = Backpressure()
        defer { suspendedByLast = next }
        return .emit(
          InOrder(
            value: value, suspendedByLast: suspendedByLast, suspensionOfNext: Backpressure.Suspension(next)))
      })
  }
}

/// A value whose result may be sent after the result of the previous one.
@usableFromInline
struct InOrder<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  /// Delayed by the previous value; `nil` for the first.
  @usableFromInline let suspendedByLast: Backpressure?
  let suspensionOfNext: Backpressure.Suspension
}
