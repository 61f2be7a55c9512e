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

  /// The upstream of the joint for the inner streams that run here in turn. It completes when none is left.
  @usableFromInline let upstream: Subscription

  /// The subscription of the current inner stream.
  @usableFromInline let current = SerialDisposable()

  @inlinable
  init(_ joint: Joint<Merging<Output>, Failure>, _ limit: ConcurrencyLimit<Inner>) {
    self.joint = joint
    self.limit = limit
    upstream = joint.open()
    upstream.add(current)
  }

  /// Attaches the next stream: now, or after the current attachment has returned.
  @inlinable
  func run() {
    trampoline.bounce {
      guard let next = limit.next() else { return joint.complete(upstream) }
      let joint = joint
      @inline(__always) @Sendable func receive(_ value: Output) { joint.receive(.next(value)) }
      let inner = Subscription()
      current.inner = Disposable(inner)
      guard inner.isActive else { return }
      next.attach(to: inner, next: receive) { completion in
        if case .failed(let failure) = completion { joint.fail(failure) } else { self.run() }
      }
    }
  }
}
