/// One thing a stream says: a value, or that it has ended and how.
///
/// The grammar of every subscription is `next* (failed | completed)?`.
public enum Event<Value, Failure: Error> {
  /// A value.
  case next(Value)
  /// The end, because of an error.
  case failed(Failure)
  /// The end, because there is nothing more to say.
  case completed
}

extension Event: Sendable where Value: Sendable {}
extension Event: Equatable where Value: Equatable, Failure: Equatable {}
extension Event: Hashable where Value: Hashable, Failure: Hashable {}

extension Event {
  /// An end as an event.
  @inlinable
  public init(_ completion: Completion<Failure>) {
    switch completion {
    case .completed: self = .completed
    case .failed(let failure): self = .failed(failure)
    }
  }

  /// The value, where this is one.
  @inlinable
  public var value: Value? {
    if case .next(let value) = self { value } else { nil }
  }

  /// How the stream ended, where this is its end.
  @inlinable
  public var completion: Completion<Failure>? {
    switch self {
    case .next: nil
    case .failed(let failure): .failed(failure)
    case .completed: .completed
    }
  }

  /// Whether nothing can follow this event.
  @inlinable
  public var isTerminal: Bool { completion != nil }

  /// The same event with its value changed.
  @inlinable
  public func map<Output>(_ transform: (Value) -> Output) -> Event<Output, Failure> {
    switch self {
    case .next(let value): .next(transform(value))
    case .failed(let failure): .failed(failure)
    case .completed: .completed
    }
  }
}

/// How a stream ended.
public enum Completion<Failure: Error>: Sendable {
  /// There is nothing more to say.
  case completed
  /// An error ended it.
  case failed(Failure)
}

extension Completion: Equatable where Failure: Equatable {}
extension Completion: Hashable where Failure: Hashable {}
