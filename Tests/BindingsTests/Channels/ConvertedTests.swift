import Rill
import TestSupport
import Testing

struct NotANumber: Error, Equatable {
  let text: String

  static func parse(_ text: String) throws(NotANumber) -> Int {
    guard let number = Int(text) else { throw NotANumber(text: text) }
    return number
  }
}

private struct Thermostat: Equatable { var celsius = 20 }

@Suite struct ConvertedTests {
  @Test func aLosslessConversionGoesBothWays() {
    let (celsius, text) = (MutableProperty(20), MutableProperty(""))
    text <~> celsius.converted(to: { "\($0)" }, from: { Int($0) ?? 0 })
    #expect(text.value == "20")
    text.value = "25"
    #expect(celsius.value == 25)
    celsius.value = 30
    #expect(text.value == "30")
  }

  @MainActor @Test func everyKindOfEndIsConverted() {
    let (basis, thermostat) = (MutableProperty(20), MutableProperty(Thermostat()))
    let company = Company(boss: Person("20"))
    let linked = basis.linked()
    check(linked, 20) { linked.value }
    check(thermostat[\.celsius], 20) { thermostat.value.celsius }
    check(basis.terminal, 20) { basis.value }
    check(company.$boss.path(\.name).or("").converted(to: { Int($0) ?? 0 }, from: { "\($0)" }), 20) {
      company.boss.flatMap { Int($0.name) }
    }
  }

  private func check(_ end: some BindingEnd<Int>, _ value: Int, read: () -> Int?) {
    let text = MutableProperty("")
    text <~> end.converted(to: { "\($0)" }, from: { Int($0) ?? 0 })
    #expect(text.value == "\(value)")
    text.value = "25"
    #expect(read() == 25)
  }

  @Test func aConversionThatLosesSomethingIsNotCorrectedAtTheEndThatWasSet() {
    let (whole, exact) = (MutableProperty(1), MutableProperty(0.0))
    exact <~> whole.converted(to: { Double($0) }, from: { Int($0) })
    exact.value = 2.75
    #expect(whole.value == 2)
    #expect(exact.value == 2.75)
    whole.value = 3
    #expect(exact.value == 3)
  }

  @Test func aFailedConversionIsPassedToTheHandler() {
    let (age, text) = (MutableProperty(36), MutableProperty(""))
    let failures = Heard<NotANumber>()
    text
      <~> age.converted(
        to: { "\($0)" }, from: NotANumber.parse, failed: { if let failure = $0 { failures.append(failure) } })
    text.value = "thirty"
    #expect(age.value == 36)
    #expect(text.value == "thirty")
    text.value = "40"
    #expect(age.value == 40)
    #expect(failures.values == [NotANumber(text: "thirty")])
  }

  @Test func theLastFailureMayBeAProperty() {
    let (age, text) = (MutableProperty(36), MutableProperty(""))
    let problem = MutableProperty<NotANumber?>(nil)
    text <~> age.converted(to: { "\($0)" }, from: NotANumber.parse, failed: { problem.value = $0 })
    text.value = "x"
    #expect(problem.value == NotANumber(text: "x"))
    age.value = 37
    #expect(text.value == "37")
    #expect(problem.value == nil)
  }

  @Test func whereTheRightValueCannotBeConvertedTheLeftKeepsItsOwn() {
    let (age, text) = (MutableProperty(36), MutableProperty("?"))
    let failures = Heard<NotANumber>()
    age
      <~> text.converted(
        to: NotANumber.parse, from: { "\($0)" }, failed: { if let failure = $0 { failures.append(failure) } })
    #expect(age.value == 36)
    #expect(text.value == "?")
    #expect(failures.values.contains(NotANumber(text: "?")))
    age.value = 37
    #expect(text.value == "37")
  }
}
