/// One event of a stream: a value, a failure or the completion.
///
/// The grammar of every subscription is `next* (failed | completed)?`.
public enum Event<Value, Failure: Error> {
  /// A value.
  case next(Value)
  /// The end with an error.
  case failed(Failure)
  /// The end without an error.
  case completed
}

extension Event: Sendable where Value: Sendable {}
extension Event: Equatable where Value: Equatable, Failure: Equatable {}
extension Event: Hashable where Value: Hashable, Failure: Hashable {}

extension Event {
  /// The event of an end.
  @inlinable
  public init(_ completion: Completion<Failure>) {
    switch completion {
    case .completed: self = .completed
    case .failed(let failure): self = .failed(failure)
    }
  }

  /// The value, if the event is one.
  @inlinable
  public var value: Value? {
    if case .next(let value) = self { value } else { nil }
  }

  /// The end of the stream, if the event is one.
  @inlinable
  public var completion: Completion<Failure>? {
    switch self {
    case .next: nil
    case .failed(let failure): .failed(failure)
    case .completed: .completed
    }
  }

  /// Whether the event is an end.
  @inlinable
  public var isTerminal: Bool { completion != nil }

  /// Transforms the value of the event, if it is one.
  @inlinable
  public func map<Output>(_ transform: (Value) -> Output) -> Event<Output, Failure> {
    switch self {
    case .next(let value): .next(transform(value))
    case .failed(let failure): .failed(failure)
    case .completed: .completed
    }
  }
}

/// The end of a stream.
public enum Completion<Failure: Error>: Sendable {
  /// The stream has completed.
  case completed
  /// The stream has failed with an error.
  case failed(Failure)
}

extension Completion: Equatable where Failure: Equatable {}
extension Completion: Hashable where Failure: Hashable {}
