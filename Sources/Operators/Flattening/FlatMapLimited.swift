import StreamCore

extension StreamProtocol {
  /// Merges at most so many inner streams at a time.
  @inlinable
  func flatMap<Output: Sendable>(
    limit: Int, _ excess: Excess, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    limited(to: limit, excess, transform) { joint, limit in InnerRunner(joint, limit).run() }
  }
}

/// A place in which one inner stream runs after another.
///
/// Each place has a trampoline of its own, so that one that is held up by an inner stream holds up no other.
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

  /// Attaches the next stream, now or when the one being attached has been.
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
