import StreamCore

extension StreamProtocol {
  /// Runs at most `count` inner streams at a time, and sends their values in the order of the source's values.
  ///
  /// A stream keeps its place until all streams before it have completed. So at most `count` streams have waiting
  /// values.
  @inlinable
  func flatMapOrdered<Output: Sendable>(
    _ count: Int, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let turns = Turns()
      source.enumerated()
        .flatMap(limit: count, .waits) { number, value -> Signal<NumberedEvent<Output>, Failure> in
          let end = Signal<NumberedEvent<Output>, Failure>(attaching: { sink, subscription in
            if subscription.isActive { sink.next(.ended(number)) }
            turns.complete(number) { if subscription.isActive { sink.end(.completed) } }
          })
          return transform(value).map { .value($0, number) }.concat(end)
        }
        .apply(FlatteningInOrder())
        .attach(sink.ofBursts(subscription), to: subscription)
    })
  }
}

/// An event of an inner stream, with the number of that stream.
@usableFromInline
enum NumberedEvent<Value: Sendable>: Sendable {
  case value(Value, Int)
  case ended(Int)
}

/// Lets streams complete in the order of their numbers.
@usableFromInline
final class Turns: Sendable {
  /// The first number that is due, and the completions of later ones.
  private let state = Lock((first: 0, completions: [Int: @Sendable () -> Void]()))

  @usableFromInline
  init() {}

  /// Calls a function when the streams with lower numbers have completed.
  @usableFromInline
  func complete(_ number: Int, _ completion: @escaping @Sendable () -> Void) {
    let due = state.withLock { state in
      state.completions[number] = completion
      var due: [@Sendable () -> Void] = []
      while let completion = state.completions.removeValue(forKey: state.first) {
        due.append(completion)
        state.first += 1
      }
      return due
    }
    for complete in due { complete() }
  }
}

/// Passes the values of the first stream that has not ended, and queues those of later streams.
@usableFromInline
struct FlatteningInOrder<Value: Sendable>: Operator {
  @usableFromInline var first = 0
  @usableFromInline var later: [Int: (waiting: [Value], hasEnded: Bool)] = [:]

  @inlinable
  init() {}

  @inlinable
  mutating func step(_ input: NumberedEvent<Value>) -> Step<Burst<Value>> {
    switch input {
    case .value(let value, first): return .emit(Burst(value))
    case .value(let value, let number): later[number, default: ([], false)].waiting.append(value)
    case .ended(first):
      var values = Burst<Value>()
      var next: (waiting: [Value], hasEnded: Bool)?
      repeat {
        first += 1
        next = later.removeValue(forKey: first)
        for value in next?.waiting ?? [] { values.append(value) }
      } while next?.hasEnded ?? false
      return .emit(values)
    case .ended(let number): later[number, default: ([], false)].hasEnded = true
    }
    return .skip
  }
}
