import StreamCore

extension StreamProtocol {
  /// The operator behind those with an asynchronous closure: `work` is awaited, and `choose` says what of it is sent,
  /// if anything.
  @inlinable
  func awaiting<Outcome: Sendable, Output: Sendable>(
    _ strategy: AwaitingStrategy,
    _ work: @escaping @Sendable (Value) async throws(Failure) -> Outcome,
    _ choose: @escaping @Sendable (Outcome, Value) -> Output?
  ) -> Signal<Output, Failure> {
    switch strategy.kind {
    case .latest: return awaiting(FlattenStrategy.latest, work, choose)
    case .first: return awaiting(FlattenStrategy.first, work, choose)
    case .unordered(let limit): return awaiting(limit, work, choose)
    case .ordered(1): return awaiting(1, work, choose)
    case .ordered(let limit):
      return inOrder().awaiting(limit) { item async throws(Failure) in
        let outcome = try await work(item.value)
        await item.heldUpByLast?.wait()
        return outcome
      } _: { outcome, item in
        choose(outcome, item.value)
      }
    }
  }

  /// Works on one value at a time. It is not inlinable, since the task and the stream that it makes for each value take
  /// much longer than known types would save.
  @usableFromInline
  func awaiting<Outcome: Sendable, Output: Sendable>(
    _ strategy: FlattenStrategy, _ work: @escaping @Sendable (Value) async throws(Failure) -> Outcome,
    _ choose: @escaping @Sendable (Outcome, Value) -> Output?
  ) -> Signal<Output, Failure> {
    flatMap(strategy) { value in
      Signal<Output?, Failure> { () async throws(Failure) in choose(try await work(value), value) }.compactMap { $0 }
    }
  }

  /// Works on so many values at a time, each place in a task that goes on with the values that wait.
  @inlinable
  func awaiting<Outcome: Sendable, Output: Sendable>(
    _ limit: Int, _ work: @escaping @Sendable (Value) async throws(Failure) -> Outcome,
    _ choose: @escaping @Sendable (Outcome, Value) -> Output?
  ) -> Signal<Output, Failure> {
    limited(to: limit, .waitsWithSender, { $0 }) { joint, limit in
      let place = joint.open()
      let teardown = TaskTeardown()
      place.subscription.add(teardown)
      teardown.keep(
        spawn {
          let pressure = Backpressure()
          while place.subscription.isActive, let value = limit.next() {
            let output: Output?
            do throws(Failure) {
              output = choose(try await work(value), value)
            } catch {
              teardown.deliver { if joint.close(place) { joint.fail(error) } }
              return
            }
            let isWanted = teardown.deliver {
              if let output { pressure.during { joint.receive(.value(output)) } }
            }
            // Until now a value that is in order has held up the next.
            withExtendedLifetime(value) {}
            guard isWanted else { return }
            if pressure.isHeldUp { await pressure.wait() }
          }
          teardown.deliver { if joint.close(place) { joint.receive(.ended) } }
        })
    }
  }

  /// The values in order: each holds up the one after it for as long as it is kept.
  @usableFromInline
  func inOrder() -> Signal<InOrder<Value>, Failure> {
    apply(
      StatefulRule(Backpressure?.none) { heldUpByLast, value in
        let next = Backpressure()
        defer { heldUpByLast = next }
        return .emit(InOrder(value: value, heldUpByLast: heldUpByLast, brakeOfNext: Backpressure.Brake(next)))
      })
  }
}

/// A value whose result may be sent after that of the value before it.
@usableFromInline
struct InOrder<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  /// What the value before holds up; the first has none.
  @usableFromInline let heldUpByLast: Backpressure?
  let brakeOfNext: Backpressure.Brake
}
