public import StreamCore

/// A field of a form: its input, and the verdict of its rules.
///
/// ```swift
/// let password = ValidatingProperty("") { $0.count < 8 ? .invalid(Problem.tooShort) : .valid }
/// let again = ValidatingProperty("", with: password.input) { $0 == $1 ? .valid : .invalid(Problem.different) }
/// let name = ValidatingProperty("") { $0.isEmpty ? .invalid(Problem.missing) : .valid }
///   .checking { await service.isFree($0) ? .valid : .invalid(.taken) }
///
/// page.name <~> name.input
/// page.warning <~ name.result.map { $0.explained(valid: "", checking: "") { $0.explanation } }
/// let signUp = Command(enabledIf: allValid(name, password, again)) { await service.signUp() }
/// ```
///
///     input       "a"-----------"ab"--------------
///     rule        missing for less than two letters
///     checking    ----------------------free------
///     result      invalid-------checking-valid----
///     isValid     false------------------true-----
///
/// ``input`` is an ordinary property that has the text as typed, valid or not, so a control is bound to it both ways.
/// The rules run again when it changes, and when another property that they read changes. ``result``, ``isValid`` and
/// ``valid`` are derived, so they never show the verdict on another input. Keeps its own properties and those that its
/// rules read alive. Delivers where the input is set, or where an asynchronous rule answers.
public struct ValidatingProperty<Value: Sendable, Reason: Sendable>: Validating {
  /// The input as typed, valid or not.
  public let input: MutableProperty<Value>

  /// The verdict of the rules.
  public let result: Property<Validation<Value, Reason>>

  private init(_ input: MutableProperty<Value>, _ result: Property<Validation<Value, Reason>>) {
    self.input = input
    self.result = result
  }

  /// A field over an existing property.
  ///
  /// The rule runs on the thread that sets the property. It runs at most once for each change, and never while the
  /// result is neither observed nor read. It should have no side effect.
  public init(
    _ input: MutableProperty<Value>, rule: @escaping @Sendable (Value) -> Verdict<Value, Reason>
  ) {
    self.init(input, input.map { Validation($0, rule($0)) })
  }

  /// A field over an existing property, with a rule that looks at other properties too.
  public init<First: PropertyProtocol, each Other: PropertyProtocol>(
    _ input: MutableProperty<Value>, with first: First, _ other: repeat each Other,
    rule: @escaping @Sendable (Value, First.Value, repeat (each Other).Value) -> Verdict<Value, Reason>
  ) {
    self.init(
      input,
      Property(input, first, repeat each other) {
        (value: Value, first: First.Value, other: repeat (each Other).Value) in
        Validation(value, rule(value, first, repeat each other))
      })
  }

  /// A field over a property of an object that is declared with ``Observed``:
  /// `ValidatingProperty(\.email, of: model) { … }`. The key path is as for ``channel(_:of:)``.
  public init<Owner: AnyObject>(
    _ keyPath: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner,
    rule: @escaping @Sendable (Value) -> Verdict<Value, Reason>
  ) {
    self.init(settable(keyPath, of: owner), rule: rule)
  }

  /// A field over a property of an object, with a rule that looks at other properties too.
  public init<Owner: AnyObject, First: PropertyProtocol, each Other: PropertyProtocol>(
    _ keyPath: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner, with first: First, _ other: repeat each Other,
    rule: @escaping @Sendable (Value, First.Value, repeat (each Other).Value) -> Verdict<Value, Reason>
  ) {
    self.init(settable(keyPath, of: owner), with: first, repeat each other, rule: rule)
  }

  /// A field with an initial value.
  public init(_ value: Value, rule: @escaping @Sendable (Value) -> Verdict<Value, Reason>) {
    self.init(MutableProperty(value), rule: rule)
  }

  /// A field with an initial value, and a rule that looks at other properties too.
  public init<First: PropertyProtocol, each Other: PropertyProtocol>(
    _ value: Value, with first: First, _ other: repeat each Other,
    rule: @escaping @Sendable (Value, First.Value, repeat (each Other).Value) -> Verdict<Value, Reason>
  ) {
    self.init(MutableProperty(value), with: first, repeat each other, rule: rule)
  }

  /// Whether the input, or a coerced value in its place, can be used.
  public var isValid: Property<Bool> { result.map(\.isValid) }

  /// The value to use; `nil` while there is none.
  public var valid: Property<Value?> { result.map(\.value) }

  /// Replaces a coerced input by the value in use, as a control does when editing ends.
  public func settle() {
    if case .coerced(let value, _, _) = result.value { input.value = value }
  }

  /// The same field with a further, asynchronous rule: a stream whose first value is the verdict.
  ///
  /// It runs for inputs that pass the earlier rules. Until it has answered, the field is being checked, and not valid.
  /// When the input changes, the stream of the previous input is disposed. A stream that ends without a value leaves
  /// the field being checked. To ask only after a pause in typing:
  /// `Signal.timer(after: .milliseconds(300)).flatMap { ask(value) }`.
  ///
  /// The result is derived, as without such a rule: inside a ``batch(_:)`` too, a changed input is being checked
  /// immediately. The rule runs after the batch.
  public func checking(
    _ rule: @escaping @Sendable (Value) -> Signal<Verdict<Value, Reason>, Never>
  ) -> ValidatingProperty {
    let questions = result.map { Identified($0) }
    let answers = questions.flatMapLatest { question -> Signal<Answer<Value, Reason>?, Never> in
      guard let value = question.value.value else { return .empty }
      return rule(value).take(1).map { Answer(question: question, verdict: $0) }
    }
    let answer = Property(initial: nil, then: answers)
    return ValidatingProperty(
      input,
      Property(questions, answer) { question, answer in
        guard question.value.isValid else { return question.value }
        guard let answer, answer.question === question else { return .checking(question.value.input) }
        return question.value.followed(by: answer.verdict)
      })
  }

  /// ``checking(_:)-(_)`` with streams of any type: a subject, a property, a custom type.
  @_disfavoredOverload
  public func checking<Answers: StreamProtocol<Verdict<Value, Reason>, Never>>(
    _ rule: @escaping @Sendable (Value) -> Answers
  ) -> ValidatingProperty {
    checking({ rule($0).signal })
  }

  /// The same field with a further rule that is an asynchronous function.
  ///
  /// The function runs in a task, on the actor of the code around it. The task is cancelled when the input changes.
  /// All else is as in ``checking(_:)``.
  @_disfavoredOverload
  public func checking(
    @_inheritActorContext _ rule: @escaping @Sendable @isolated(any) (Value) async -> Verdict<Value, Reason>
  ) -> ValidatingProperty {
    checking { value in Signal { () async in await rule(value) } }
  }
}

/// The verdict of an asynchronous rule on one verdict of the earlier rules.
private struct Answer<Value: Sendable, Reason: Sendable>: Sendable {
  let question: Identified<Validation<Value, Reason>>
  let verdict: Verdict<Value, Reason>
}

/// A field that is valid or not: a ``ValidatingProperty`` of any value and reason.
public protocol Validating: Sendable {
  /// Whether it is valid.
  var isValid: Property<Bool> { get }
}

/// Whether all the fields of a form are valid: the condition of a command's `enabledIf`.
public func allValid(_ fields: any Validating...) -> Property<Bool> {
  Property(combining: fields.map { $0.isValid }) { $0.allSatisfy { $0 } }
}
