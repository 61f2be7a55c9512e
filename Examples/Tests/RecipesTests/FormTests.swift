import Rill
import StreamTesting
import Testing

@testable import Recipes

@MainActor @Suite struct FormTests {
  private let time = TestScheduler()
  private let asked = MutableProperty<[String]>([])
  private let sent = MutableProperty<[String]>([])

  private func form() -> RegistrationForm {
    RegistrationForm(
      on: time,
      isFree: { [time, asked] name in
        asked.modify { $0.append(name) }
        try? await time.sleep(for: .seconds(1))
        return name != "ada"
      },
      send: { [sent] name, _ in sent.modify { $0.append(name) } })
  }

  @Test func theButtonIsEnabledWhenAllIsValid() {
    let form = form()
    var enabled: [Bool] = []
    form.register.enabled.subscribe { enabled.append($0) }
    form.name.input.value = "grace"
    form.password.input.value = "nanosecond"
    form.again.input.value = "nanosecond"
    #expect(form.name.result.value.isChecking)
    time.run()
    #expect(enabled == [false, true])
    form.password.input.value = "nanoseconds"
    #expect(!form.again.isValid.value)
    #expect(enabled == [false, true, false])
  }

  @Test func theNameIsAskedForWhenTypingRests() {
    let form = form()
    let watching = form.name.result.subscribe { _ in }
    for name in ["ad", "ada", "adal", "ada"] {
      form.name.input.value = name
      time.advance(by: .milliseconds(100))
    }
    #expect(asked.value == [])
    time.run()
    #expect(asked.value == ["ada"])
    #expect(form.name.result.value.explained(valid: nil, checking: nil, { $0 }) == .taken)
    watching.dispose()
  }

  @Test func nothingIsSentThatIsNotValid() {
    let form = form()
    time.perform { _ = form.register.execute(("ada", "short")) }
    time.run()
    #expect(sent.value == [])
    form.name.input.value = "grace"
    form.password.input.value = "nanosecond"
    form.again.input.value = "nanosecond"
    time.run()
    time.perform { _ = form.register.execute(("grace", "nanosecond")) }
    time.run()
    #expect(sent.value == ["grace"])
  }
}
