public import StreamCore
public import StreamPrimitives

extension StreamProtocol {
  /// Transforms each value into a stream, and passes the values of the latest: `flatMap(.latest)`.
  ///
  ///     source                     1-----2----|
  ///     flatMapLatest { n--n--n| } 1--1--2--2--2|
  ///
  /// The previous stream is disposed first; none of its values arrives after the new one has been subscribed to.
  /// Completes when the source and the latest stream have completed; fails with either. Keeps no values. Delivers where
  /// the latest stream delivers.
  @inlinable
  public func flatMapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let joint = Joint<Switching<Output>, Failure>(Switching(), sink, subscription)
      let current = Current()
      let outer = joint.open()
      joint.attach(
        source, to: outer,
        sending: { value in
          guard outer.isActive else { return }
          let signal = transform(value)
          if let last = current.upstream { joint.close(last) }
          let inner = joint.open()
          let number = current.replace(by: inner)
          joint.receive(.switched(number))
          @inline(__always) @Sendable func receive(_ value: Output) { joint.receive(.value(value, number)) }
          joint.attach(signal, to: inner, sending: receive, completed: .ended(number))
        },
        completed: .sourceEnded)
    })
  }
}

/// The upstream of the latest inner stream, and its number.
@usableFromInline
final class Current: Sendable {
  /// Guarded by: the source's delivery, which is serial.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var upstream: Subscription?
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var number = 0
  @usableFromInline let access = AccessCheck()

  @usableFromInline
  init() {}

  @inlinable
  func replace(by upstream: Subscription) -> Int {
    access.writes()
    self.upstream = upstream
    number += 1
    return number
  }
}

/// Passes the values of the latest inner stream. The number of a stream identifies values of a disposed one.
@usableFromInline
struct Switching<Value: Sendable>: Operator {
  @usableFromInline
  enum Input: Sendable {
    case value(Value, Int)
    case switched(Int)
    case ended(Int)
    case sourceEnded
  }

  @usableFromInline var current = 0
  @usableFromInline var isRunning = false
  @usableFromInline var sourceHasEnded = false

  @inlinable
  init() {}

  @inlinable
  mutating func step(_ input: Input) -> Step<Value> {
    switch input {
    case .value(let value, let number): return number == current ? .emit(value) : .skip
    case .switched(let number): (current, isRunning) = (number, true)
    case .ended(let number): if number == current { isRunning = false }
    case .sourceEnded: sourceHasEnded = true
    }
    return sourceHasEnded && !isRunning ? .finish : .skip
  }
}
