public import StreamCore
import Synchronization

extension StreamProtocol {
  /// Replaces a value by a whole stream, and drops the values that come while that is running: `flatMap(.first)`.
  ///
  ///     source                    1-----2----|
  ///     flatMapFirst { n--n--n| } 1--1--1----|
  ///
  /// `transform` is not called for a value that is dropped. Completes when the source and the running stream have;
  /// fails with the first failure of either. Keeps no values. Delivers where the inner stream delivers.
  @inlinable
  public func flatMapFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    flatMapFirst(.unbounded, transform)
  }

  @inlinable
  func flatMapFirst<Output: Sendable>(
    _ policy: BufferPolicy<Output>, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let joint = Joint<Merging<Output>, Failure>(
        Merging(), sink, subscription, entry: Entry(merging: policy))
      let occupied = Occupied()
      let outer = joint.open()
      joint.attach(
        source, to: outer,
        sending: { value in
          guard outer.subscription.isActive, occupied.enter() else { return }
          joint.note(.started)
          let inner = occupied.left(after: transform(value))
          joint.attach(inner, to: joint.open(), sending: { joint.receive(.value($0)) }, completed: .ended)
        },
        completed: .ended)
    })
  }
}

/// Whether an inner stream is running.
@usableFromInline
final class Occupied: Sendable {
  private let flag = Atomic(false)

  @usableFromInline
  init() {}

  /// `false` if one is running already.
  @usableFromInline
  func enter() -> Bool { !flag.exchange(true, ordering: .acquiring) }

  /// The stream, which leaves the place when it ends.
  @inlinable
  func left<Value, Failure>(after inner: Signal<Value, Failure>) -> Signal<Value, Failure> {
    Signal(attaching: { sink, subscription in
      inner.attach(
        Sink(
          next: sink.next,
          end: { completion in
            self.leave()
            sink.end(completion)
          }),
        to: subscription)
    })
  }

  @usableFromInline
  func leave() { flag.store(false, ordering: .releasing) }
}
