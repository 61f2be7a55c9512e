/// The rule of an operator: the step for one value, without threads, subscribers or ends.
///
/// A rule is written once. ``StreamProtocol/apply(_:named:)`` drives it by push, ``LazyStream/apply(_:)`` by pull. A
/// driver copies the rule for each run, so its state belongs to that run.
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
  /// The type of the rule's input.
  associatedtype Input: Sendable

  /// The type of the rule's output.
  associatedtype Output: Sendable

  /// Handles one value.
  mutating func step(_ input: Input) -> Step<Output>

  /// Returns a remaining value after the source has completed. It is called until it returns `nil`, and not after a
  /// failure.
  mutating func finish() -> Output?
}

extension Operator {
  /// Returns `nil`, the default: no value remains.
  @inlinable
  public mutating func finish() -> Output? { nil }
}

/// The result of a rule's step.
public enum Step<Output: Sendable>: Sendable {
  /// Sends a value.
  case emit(Output)
  /// Sends nothing.
  case skip
  /// Sends a value and completes.
  case emitAndFinish(Output)
  /// Completes.
  case finish
}

extension Step {
  /// Sends the value of the step, if it has one.
  ///
  /// - Returns: Whether the rule has finished.
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
