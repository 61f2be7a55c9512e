/// The answer of a rule to a value.
public enum Verdict<Value, Reason> {
  /// The value is accepted.
  case valid

  /// The value is accepted as another one, which replaces it, with a reason to show if there is one.
  case coerced(Value, because: Reason? = nil)

  /// The value is refused.
  case invalid(Reason)
}

extension Verdict: Sendable where Value: Sendable, Reason: Sendable {}
extension Verdict: Equatable where Value: Equatable, Reason: Equatable {}
extension Verdict: Hashable where Value: Hashable, Reason: Hashable {}

/// The outcome of an input.
public enum Validation<Value, Reason> {
  /// The input is used.
  case valid(Value)

  /// Another value is used in its place.
  case coerced(Value, from: Value, because: Reason?)

  /// An asynchronous rule has not answered yet.
  case checking(Value)

  /// The input is not used.
  case invalid(Value, Reason)

  /// The value to use; `nil` while there is none.
  public var value: Value? {
    switch self {
    case .valid(let value), .coerced(let value, _, _): value
    case .checking, .invalid: nil
    }
  }

  /// The input as typed.
  public var input: Value {
    switch self {
    case .valid(let input), .coerced(_, from: let input, _), .checking(let input), .invalid(let input, _): input
    }
  }

  /// Returns a text to show: an explanation of the reason, or one of the given texts.
  ///
  /// ```swift
  /// result.explained(valid: "", checking: "One moment …") { $0.explanation }
  /// ```
  public func explained<Shown>(valid: Shown, checking: Shown, _ explain: (Reason) -> Shown) -> Shown {
    switch self {
    case .valid: valid
    case .checking: checking
    case .coerced(_, _, let reason): reason.map(explain) ?? valid
    case .invalid(_, let reason): explain(reason)
    }
  }

  /// Whether a value is used.
  public var isValid: Bool { value != nil }

  /// Whether a rule has not answered yet.
  public var isChecking: Bool { if case .checking = self { true } else { false } }

  init(_ input: Value, _ verdict: Verdict<Value, Reason>) {
    self =
      switch verdict {
      case .valid: .valid(input)
      case .coerced(let value, let reason): .coerced(value, from: input, because: reason)
      case .invalid(let reason): .invalid(input, reason)
      }
  }

  /// Combines this outcome with the verdict of a further rule on the value in use.
  func followed(by verdict: Verdict<Value, Reason>) -> Self {
    if case .valid = verdict { self } else { Validation(input, verdict) }
  }
}

extension Validation: Sendable where Value: Sendable, Reason: Sendable {}
extension Validation: Equatable where Value: Equatable, Reason: Equatable {}
extension Validation: Hashable where Value: Hashable, Reason: Hashable {}
