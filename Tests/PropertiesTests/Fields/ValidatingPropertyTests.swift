import Rill
import StreamTesting
import TestSupport
import Testing

private enum Fault: Error { case missing, tooShort, different, taken, tooLarge }

private typealias Answer = Verdict<String, Fault>

@Suite struct ValidatingPropertyTests {
  private func name(_ start: String = "") -> ValidatingProperty<String, Fault> {
    ValidatingProperty(start) { $0.isEmpty ? .invalid(.missing) : .valid }
  }

  @Test func aRuleThatLooksAtSeveralFieldsIsAskedWhenAnyChanges() {
    enum Reason: Error { case short, equal }
    let (least, other) = (MutableProperty(3), MutableProperty("abc"))
    let field = ValidatingProperty("abc", with: least, other) { text, least, other -> Verdict<String, Reason> in
      if text.count < least { return .invalid(.short) }
      return text == other ? .invalid(.equal) : .valid
    }
    let valid = Heard<Bool>()
    let subscription = field.isValid.distinctUntilChanged().subscribe { valid.append($0) }
    defer { subscription.dispose() }
    other.value = "x"
    least.value = 4
    field.input.value = "long enough"
    #expect(valid.values == [false, true, false, true])
  }

  @Test func theRuleIsAskedWhenTheInputChanges() {
    let name = name()
    let results = Recorder(name.result)
    name.input.value = "ada"
    name.input.value = ""
    #expect(results.values == [.invalid("", .missing), .valid("ada"), .invalid("", .missing)])
    #expect(name.valid.value == nil)
  }

  @Test func anInvalidInputStaysAsItWasPutIn() {
    let name = name("ada")
    let field = MutableProperty("")
    field.terminal <~> name.input.terminal
    field.value = ""
    #expect(name.input.value == "")
    #expect(!name.isValid.value)
    field.value = "grace"
    #expect(name.valid.value == "grace")
  }

  @Test func aCoercedValueIsUsedAndTheInputStaysUntilItIsSettled() {
    let age = ValidatingProperty(7) { $0 > 130 ? .coerced(130, because: Fault.tooLarge) : .valid }
    age.input.value = 900
    #expect(age.result.value == .coerced(130, from: 900, because: .tooLarge))
    #expect(age.isValid.value)
    #expect(age.valid.value == 130)
    #expect(age.input.value == 900)
    age.settle()
    #expect(age.input.value == 130)
    #expect(age.result.value == .valid(130))
  }

  @Test func aRuleOverSeveralFieldsIsAskedWhenEitherChanges() {
    let password = MutableProperty("secret")
    let again = ValidatingProperty("", with: password) { $0 == $1 ? .valid : .invalid(Fault.different) }
    let validity = Recorder(again.isValid)
    again.input.value = "secret"
    password.value = "changed"
    again.input.value = "changed"
    #expect(validity.values == [false, true, false, true])
  }

  @Test func aVerdictIsNeverShownWithAnotherValue() {
    let password = MutableProperty("a")
    let again = ValidatingProperty("a", with: password) { $0 == $1 ? .valid : .invalid(Fault.different) }
    let validity = Recorder(again.isValid)
    batch {
      password.value = "b"
      again.input.value = "b"
    }
    #expect(validity.values == [true, true])
  }

  @Test func aFieldOverAPropertyThatThereIs() {
    let model = Model()
    let email = ValidatingProperty(\.email, of: model) { $0.contains("@") ? .valid : .invalid(Fault.missing) }
    model.email = "ada@example.org"
    #expect(email.isValid.value)
  }

  // MARK: Rules that take their time

  @Test func untilTheRuleHasSaidTheFieldIsBeingChecked() {
    let answer = Subject<Answer, Never>()
    let field = name().checking { _ in answer.signal }
    let results = Recorder(field.result)
    #expect(results.values == [.invalid("", .missing)])
    field.input.value = "ada"
    #expect(field.result.value.isChecking)
    #expect(!field.isValid.value)
    answer.send(.invalid(.taken))
    field.input.value = "grace"
    answer.send(.valid)
    answer.send(.invalid(.taken))
    #expect(
      results.values == [
        .invalid("", .missing), .checking("ada"), .invalid("ada", .taken), .checking("grace"), .valid("grace"),
      ])
  }

  @Test func anInputThatIsBeingCheckedIsNotShownAsValid() {
    let answer = Subject<Answer, Never>()
    let field = name().checking { _ in answer.signal }
    let shown = Recorder(
      field.result.map { $0.explained(valid: "fine", checking: "one moment") { "\($0)" } })
    field.input.value = "ada"
    answer.send(.invalid(.taken))
    field.input.value = "grace"
    answer.send(.valid)
    #expect(shown.values == ["missing", "one moment", "taken", "one moment", "fine"])
  }

  @Test func aReasonForAnotherValueIsExplainedToo() {
    let age = ValidatingProperty(900) { $0 > 130 ? .coerced(130, because: Fault.tooLarge) : .coerced(1) }
    #expect(age.result.value.explained(valid: "fine", checking: "?") { "\($0)" } == "tooLarge")
    age.input.value = 7
    #expect(age.result.value.explained(valid: "fine", checking: "?") { "\($0)" } == "fine")
  }

  @Test func insideABatchAChangedInputIsBeingCheckedImmediately() {
    let answer = Subject<Answer, Never>()
    let asked = Heard<String>()
    let field = name("ada").checking { name in
      asked.append(name)
      return answer.signal
    }
    answer.send(.valid)
    let results = Recorder(field.result)
    batch {
      field.input.value = "grace"
      #expect(field.result.value == .checking("grace"))
      #expect(!field.isValid.value)
      field.input.value = ""
      #expect(field.result.value == .invalid("", .missing))
      field.input.value = "bob"
      #expect(field.result.value == .checking("bob"))
    }
    #expect(asked.values == ["ada", "bob"])
    answer.send(.valid)
    #expect(results.values == [.valid("ada"), .checking("bob"), .valid("bob")])
  }

  @Test func theSameInputIsAskedAboutAgain() {
    let answer = Subject<Answer, Never>()
    let field = name("ada").checking { _ in answer.signal }
    answer.send(.valid)
    #expect(field.isValid.value)
    field.input.value = "ada"
    #expect(field.result.value == .checking("ada"))
    answer.send(.invalid(.taken))
    #expect(field.result.value == .invalid("ada", .taken))
  }

  @Test func oneRuleAfterAnother() {
    let answers = [Subject<Answer, Never>(), Subject<Answer, Never>()]
    let field = name("ada").checking { _ in answers[0].signal }.checking { _ in answers[1].signal }
    #expect(field.result.value == .checking("ada"))
    answers[0].send(.valid)
    #expect(field.result.value == .checking("ada"))
    answers[1].send(.valid)
    #expect(field.isValid.value)
    batch {
      field.input.value = "grace"
      #expect(field.result.value == .checking("grace"))
    }
  }

  @Test func theLatestWins() {
    let answers = ["ada": Subject<Answer, Never>(), "grace": Subject<Answer, Never>()]
    let disposed = Heard<String>()
    let field = name().checking { name in
      answers[name, default: Subject()].finally { disposed.append(name) }
    }
    field.input.value = "ada"
    field.input.value = "grace"
    #expect(disposed.values == ["ada"])
    answers["ada"]?.send(.valid)
    #expect(field.result.value == .checking("grace"))
    answers["grace"]?.send(.valid)
    #expect(field.result.value == .valid("grace"))
  }

  @Test func theRuleSeesTheCoercedValueAndItStaysCoerced() {
    let asked = Heard<Int>()
    let field = ValidatingProperty(0) { (age: Int) -> Verdict<Int, Fault> in
      age > 130 ? .coerced(130) : .valid
    }.checking { age in
      asked.append(age)
      return .just(.valid)
    }
    field.input.value = 900
    #expect(field.result.value == .coerced(130, from: 900, because: nil))
    #expect(asked.values == [0, 130])
  }

  @Test func askingOnlyWhenTheInputRests() {
    let time = TestScheduler()
    let asked = Heard<String>()
    let field = name().checking { name in
      Signal.timer(after: time.ticks(3), on: time).flatMap {
        asked.append(name)
        return Signal<Answer, Never>.just(.valid)
      }
    }
    field.input.value = "a"
    time.advance(by: time.ticks(2))
    field.input.value = "ad"
    time.advance(by: time.ticks(2))
    #expect(asked.values.isEmpty)
    time.advance(by: time.ticks(1))
    #expect(asked.values == ["ad"])
    #expect(field.isValid.value)
  }

  @Test func anAsynchronousFunctionIsCancelledWhenTheInputChanges() async {
    let (asked, cancelled) = (ReplaySubject<String, Never>(count: 9), ReplaySubject<String, Never>(count: 9))
    let answering = ReplaySubject<Void, Never>(count: 1)
    let field = name().checking { (name: String) async -> Answer in
      guard name == "ada" else {
        await Recorder(answering).waitForValues(1)
        return .valid
      }
      await withTaskCancellationHandler {
        asked.send(name)
        _ = await Recorder(cancelled).waitForValues(1)
      } onCancel: {
        cancelled.send(name)
      }
      return .invalid(.taken)
    }
    field.input.value = "ada"
    await Recorder(asked).waitForValues(1)
    let results = Recorder(field.result)
    field.input.value = "grace"
    await Recorder(cancelled).waitForValues(1)
    // Waits until the field has published the question: an answer before that would replace it.
    await results.waitForValues(2)
    answering.send(())
    await results.waitForValues(3)
    #expect(results.values == [.checking("ada"), .checking("grace"), .valid("grace")])
  }

  // MARK: Forms and lifetime

  @Test func validityEnablesACommand() {
    let (first, second) = (name(), name("b"))
    let command = Command(enabledIf: allValid(first, second), on: .immediate) { (_: Void) -> Signal<Int, Never> in
      .just(1)
    }
    #expect(!command.isEnabled)
    first.input.value = "a"
    #expect(command.isEnabled)
    second.input.value = ""
    #expect(!command.isEnabled)
  }

  @Test func aFieldRetainsTheInputsOfItsRulesAlsoUnderALaterRule() {
    weak var weakOther: MutableProperty<String>?
    func make() -> ValidatingProperty<String, Fault> {
      let other = MutableProperty("x")
      weakOther = other
      return ValidatingProperty("", with: other) { $0 == $1 ? .valid : .invalid(.different) }
        .checking { _ in .just(.valid) }
    }
    let field = make()
    weakOther?.value = "y"
    field.input.value = "y"
    #expect(field.isValid.value)
  }

  @Test func derivedPropertiesRetainNothing() {
    weak var weakInput: MutableProperty<String>?
    weak var weakOther: MutableProperty<String>?
    do {
      let other = MutableProperty("x")
      let field = ValidatingProperty("", with: other) { $0 == $1 ? .valid : .invalid(Fault.different) }
        .checking { _ in .just(.valid) }
      (weakInput, weakOther) = (field.input, other)
      field.input.value = "x"
      #expect(field.isValid.value)
    }
    #expect(weakInput == nil)
    #expect(weakOther == nil)
  }

  @Test func theOtherFieldOrTheFieldMayGoFirst() {
    var other: MutableProperty<String>? = MutableProperty("x")
    var field: ValidatingProperty<String, Fault>? = ValidatingProperty("", with: other!) {
      $0 == $1 ? .valid : .invalid(.different)
    }
    let validity = Recorder(field!.isValid)
    other = nil
    field?.input.value = "x"
    #expect(validity.values == [false, true])
    field = nil
    #expect(validity.completion == .completed)
  }
}

private final class Model {
  @Observed var email = ""
}
