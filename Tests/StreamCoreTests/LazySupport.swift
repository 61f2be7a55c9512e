import Foundation
import StreamCore
import Synchronization

/// Counts how often something was computed, from any thread.
final class LazyCount: Sendable {
  private let number = Atomic(0)
  var value: Int { number.load(ordering: .acquiring) }
  func up() { number.add(1, ordering: .acquiringAndReleasing) }
}

/// Takes down what happens, in order, from any thread.
final class LazyLog<Entry: Sendable>: Sendable {
  private let lines = Lock<[Entry]>([])
  var entries: [Entry] { lines.withLock { $0 } }
  func note(_ entry: Entry) { lines.withLock { $0.append(entry) } }
}

/// Starts work on a new thread.
func onNewThread(_ work: @escaping @Sendable () -> Void) {
  Thread(block: work).start()
}

/// 0, 1, 2, … without an end. `count` counts the computed numbers.
func naturals(_ count: LazyCount = LazyCount()) -> LazyStream<Int> {
  .unfold(0) { next in
    count.up()
    defer { next += 1 }
    return next
  }
}

/// A list of head and tail closures, counted separately.
func counted(
  _ range: Range<Int>, heads: LazyCount = LazyCount(), tails: LazyCount = LazyCount()
) -> LazyStream<Int> {
  guard let first = range.first else { return .empty }
  return LazyStream(
    head: {
      heads.up()
      return first
    },
    tail: {
      tails.up()
      return counted(range.dropFirst(), heads: heads, tails: tails)
    })
}

struct Mapping<Input: Sendable, Output: Sendable>: Operator {
  let transform: @Sendable (Input) -> Output
  func step(_ input: Input) -> Step<Output> { .emit(transform(input)) }
}

struct Keeping<Value: Sendable>: Operator {
  let passes: @Sendable (Value) -> Bool
  func step(_ input: Value) -> Step<Value> { passes(input) ? .emit(input) : .skip }
}

struct Taking<Value: Sendable>: Operator {
  var left: Int
  mutating func step(_ input: Value) -> Step<Value> {
    left -= 1
    return left > 0 ? .emit(input) : .emitAndFinish(input)
  }
}

struct TakingWhile<Value: Sendable>: Operator {
  let passes: @Sendable (Value) -> Bool
  mutating func step(_ input: Value) -> Step<Value> { passes(input) ? .emit(input) : .finish }
}

struct Dropping<Value: Sendable>: Operator {
  var left: Int
  mutating func step(_ input: Value) -> Step<Value> {
    guard left > 0 else { return .emit(input) }
    left -= 1
    return .skip
  }
}

struct DroppingUntil<Value: Sendable>: Operator {
  let found: @Sendable (Value) -> Bool
  var hasFound = false
  mutating func step(_ input: Value) -> Step<Value> {
    hasFound = hasFound || found(input)
    return hasFound ? .emit(input) : .skip
  }
}

struct Scanning<Input: Sendable, Output: Sendable>: Operator {
  var result: Output
  let combine: @Sendable (Output, Input) -> Output
  mutating func step(_ input: Input) -> Step<Output> {
    result = combine(result, input)
    return .emit(result)
  }
}

/// Sends its values backwards when the source has ended.
struct Reversing<Value: Sendable>: Operator {
  var all: [Value] = []
  mutating func step(_ input: Value) -> Step<Value> {
    all.append(input)
    return .skip
  }
  mutating func finish() -> Value? { all.popLast() }
}

extension StreamProtocol {
  func taking(_ count: Int) -> Signal<Value, Failure> { apply(Taking<Value>(left: count)) }

  func mapping<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Signal<Output, Failure> {
    apply(Mapping(transform: transform))
  }
}
