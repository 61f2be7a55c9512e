/// What a rule says of a value.
public enum Verdict<Value, Reason> {
  /// It will do.
  case valid

  /// It will do as another value, which is used in its place; if somebody should be told why, that too.
  case coerced(Value, because: Reason? = nil)

  /// It will not do.
  case invalid(Reason)
}

extension Verdict: Sendable where Value: Sendable, Reason: Sendable {}
extension Verdict: Equatable where Value: Equatable, Reason: Equatable {}
extension Verdict: Hashable where Value: Hashable, Reason: Hashable {}

/// What became of a value that was put in.
public enum Validation<Value, Reason> {
  /// It is used.
  case valid(Value)

  /// Another is used in its place.
  case coerced(Value, from: Value, because: Reason?)

  /// A rule that takes its time has not said yet.
  case checking(Value)

  /// It is not used.
  case invalid(Value, Reason)

  /// What is used; `nil` while nothing is.
  public var value: Value? {
    switch self {
    case .valid(let value), .coerced(let value, _, _): value
    case .checking, .invalid: nil
    }
  }

  /// What was put in.
  public var input: Value {
    switch self {
    case .valid(let input), .coerced(_, from: let input, _), .checking(let input), .invalid(let input, _): input
    }
  }

  /// What to show of it: what explains the reason, if there is one; else that the value is used, or is being asked
  /// about.
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

  /// Whether something is used.
  public var isValid: Bool { value != nil }

  /// Whether a rule has yet to say.
  public var isChecking: Bool { if case .checking = self { true } else { false } }

  init(_ input: Value, _ verdict: Verdict<Value, Reason>) {
    self =
      switch verdict {
      case .valid: .valid(input)
      case .coerced(let value, let reason): .coerced(value, from: input, because: reason)
      case .invalid(let reason): .invalid(input, reason)
      }
  }

  /// With what a further rule says of what is used.
  func followed(by verdict: Verdict<Value, Reason>) -> Self {
    if case .valid = verdict { self } else { Validation(input, verdict) }
  }
}

extension Validation: Sendable where Value: Sendable, Reason: Sendable {}
extension Validation: Equatable where Value: Equatable, Reason: Equatable {}
extension Validation: Hashable where Value: Hashable, Reason: Hashable {}
