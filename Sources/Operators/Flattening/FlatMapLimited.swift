import StreamCore

extension StreamProtocol {
  /// Merges at most `limit` inner streams at a time.
  @inlinable
  func flatMap<Output: Sendable>(
    limit: Int, _ excess: Excess, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    limited(to: limit, excess, transform) { joint, limit in InnerRunner(joint, limit).run() }
  }
}

/// A place that runs inner streams in turn.
///
/// Each place has its own trampoline, so that an inner stream that blocks one place blocks no other.
@usableFromInline
final class InnerRunner<Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Inner = Signal<Output, Failure>
  @usableFromInline let joint: Joint<Merging<Output>, Failure>
  @usableFromInline let limit: ConcurrencyLimit<Inner>
  @usableFromInline let trampoline = Trampoline()

  @inlinable
  init(_ joint: Joint<Merging<Output>, Failure>, _ limit: ConcurrencyLimit<Inner>) {
    self.joint = joint
    self.limit = limit
  }

  /// Attaches the next stream: now, or after the current attachment has returned.
  @inlinable
  func run() {
    trampoline.bounce {
      guard let inner = limit.next() else { return joint.receive(.ended) }
      let joint = joint
      @inline(__always) @Sendable func receive(_ value: Output) { joint.receive(.value(value)) }
      let upstream = joint.open()
      guard upstream.subscription.isActive else { return }
      inner.attach(
        Sink(
          next: receive,
          end: { completion in
            guard joint.close(upstream) else { return }
            switch completion {
            case .completed: self.run()
            case .failed(let failure): joint.fail(failure)
            }
          }),
        to: upstream.subscription)
    }
  }
}
