/// What an operator does with one value, as a rule that knows nothing of threads, subscribers or ends.
///
/// The rule is written once; ``StreamProtocol/apply(_:named:)`` drives it by push and ``LazyStream/apply(_:)`` by pull.
/// A driver copies the rule for every run, so its state belongs to that run.
///
/// ```swift
/// struct EveryOther<Value: Sendable>: Operator {
///   var odd = false
///   mutating func step(_ input: Value) -> Step<Value> {
///     odd.toggle()
///     return odd ? .emit(input) : .skip
///   }
/// }
/// ```
public protocol Operator<Input, Output>: Sendable {
  /// What the rule takes.
  associatedtype Input: Sendable

  /// What the rule sends.
  associatedtype Output: Sendable

  /// Takes one value.
  mutating func step(_ input: Input) -> Step<Output>

  /// What is left to say when the source has completed; asked again until the answer is `nil`. A failure is not
  /// announced.
  mutating func finish() -> Output?
}

extension Operator {
  /// Nothing is left to say: what most rules answer.
  @inlinable
  public mutating func finish() -> Output? { nil }
}

/// What a rule makes of a value.
public enum Step<Output: Sendable>: Sendable {
  /// Send this.
  case emit(Output)
  /// Send nothing.
  case skip
  /// Send this and complete: nothing more is wanted from the source.
  case emitAndFinish(Output)
  /// Complete.
  case finish
}

extension Step {
  /// Sends the value of a step, if it has one.
  ///
  /// - Returns: whether the rule has finished.
  @inlinable
  @inline(__always)
  func send<Failure>(to sink: Sink<Output, Failure>, while subscription: Subscription) -> Bool {
    switch self {
    case .emit(let output):
      if subscription.isActive { sink.next(output) }
      return false
    case .skip: return false
    case .emitAndFinish(let output):
      if subscription.isActive { sink.next(output) }
      return true
    case .finish: return true
    }
  }
}
