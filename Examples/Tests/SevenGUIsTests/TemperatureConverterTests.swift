import Rill
import SevenGUIs
import Testing

@MainActor @Suite struct TemperatureConverterTests {
  private let converter = TemperatureConverter()

  @Test func bothFieldsBeginEmpty() {
    #expect(converter.celsius.value == "")
    #expect(converter.fahrenheit.value == "")
    #expect(converter.celsiusProblem.value == nil)
  }

  @Test(arguments: [("0", "32"), ("100", "212"), ("-40", "-40"), ("36.6", "97.88"), ("21.55", "70.79")])
  func celsiusBecomesFahrenheit(celsius: String, fahrenheit: String) {
    converter.celsius.value = celsius
    #expect(converter.fahrenheit.value == fahrenheit)
  }

  @Test(arguments: [("32", "0"), ("100", "37.78"), ("0", "-17.78")])
  func fahrenheitBecomesCelsius(fahrenheit: String, celsius: String) {
    converter.fahrenheit.value = fahrenheit
    #expect(converter.celsius.value == celsius)
  }

  @Test func theEditedFieldKeepsItsText() {
    converter.celsius.value = "5.0"
    #expect(converter.celsius.value == "5.0")
    #expect(converter.fahrenheit.value == "41")
  }

  @Test(arguments: ["", "warm", "1e999", "nan"])
  func aTextThatIsNoNumberChangesNothing(text: String) {
    converter.celsius.value = "5"
    converter.celsius.value = text
    #expect(converter.celsius.value == text)
    #expect(converter.fahrenheit.value == "41")
    #expect(converter.celsiusProblem.value?.description.isEmpty == false)
    converter.celsius.value = "6"
    #expect(converter.celsiusProblem.value == nil)
    #expect(converter.fahrenheit.value == "42.8")
  }

  @Test func aNumberInTheOtherFieldReplacesAMistake() {
    converter.celsius.value = "warm"
    converter.fahrenheit.value = "212"
    #expect(converter.celsius.value == "100")
  }
}
