import Foundation
import Observation
import Rill
import TestSupport
import Testing

// The code of the guides State, Collections, Forms and Bindings, as it stands there.

@MainActor final class Profile: Observable {
  @Observed var name = "Ada"
  @Observed var email = ""
  @Observed private(set) var status = "new"

  private(set) lazy var greeting = $name.map { "Hello, \($0)" }

  func save() { status = "saved" }
}

@MainActor private final class Title {
  var text = ""
  var subtitle = ""
}

@MainActor final class SearchField {
  private let channel = Channel<String>()
  private(set) var text = ""

  var terminal: Terminal<String> { channel.leading }

  init() { bind(\.text, of: self, to: channel.following) }

  /// The toolkit calls this when the user types.
  func edited(_ text: String) {
    self.text = text
    channel.following.send(text)
  }

  deinit { channel.leading.complete() }
}

@MainActor final class AddressField: EditableControl {
  let changed = Subject<Void, Never>()
  var edits: Signal<Void, Never> { changed.signal }
  var text = ""
}

@MainActor final class Cart: Observable {
  @Observed var price = 2.5
  @Observed var count = 4
  @Derived({ @MainActor (cart: Cart) in cart.price * Double(cart.count) }) var total: Double
}

private struct NoForecast: Error {}

private func weather(at city: String) async throws(NoForecast) -> String { "sun in \(city)" }

@MainActor @Observable final class Settings: EveryChange {
  @ObservationIgnored let _$observationRegistrar = ChangeRegistrar()
  var theme = "light"
}

@MainActor @Suite struct BindingsGuideTests {
  private let printed = Heard<String>()

  private nonisolated func print(_ value: some Sendable) { printed.append("\(value)") }

  @Test func aProperty() {
    let volume = MutableProperty(3)
    volume.subscribe { print($0) }  // 3
    volume.value = 4  // 4
    volume.value += 1  // 5
    volume.modify { $0 *= 2 }  // 10
    #expect(printed.values == ["3", "4", "5", "10"])
  }

  @Test func inAClass() {
    let profile = Profile()
    profile.$email.subscribe { print($0) }
    profile.email = "ada@example.org"
    #expect(printed.values == ["", "ada@example.org"])
    #expect(profile.greeting.value == "Hello, Ada")
    profile.save()
    #expect(profile.status == "saved")
  }

  @Test func derivedState() {
    let celsius = MutableProperty(20.0)
    let isMetric = MutableProperty(true)
    let shown = Property { isMetric.value ? "\(celsius.value) °C" : "\(celsius.value * 9 / 5 + 32) °F" }
    shown.subscribe { print($0) }  // 20.0 °C
    celsius.value = 25  // 25.0 °C
    isMetric.value = false  // 77.0 °F
    #expect(printed.values == ["20.0 °C", "25.0 °C", "77.0 °F"])

    let fahrenheit = celsius.map { $0 * 9 / 5 + 32 }
    let first = MutableProperty("Ada")
    let last = MutableProperty("Lovelace")
    let full = Property(first, last) { "\($0) \($1)" }
    full.subscribe { print($0) }  // Ada Lovelace
    let scores = (1...3).map { MutableProperty($0) }
    let total = Property(combining: scores) { $0.reduce(0, +) }
    #expect(total.value == 6)

    let isWarm = celsius.map { $0 > 22 }.distinctUntilChanged()
    isWarm.subscribe { print($0) }
    celsius.value = 26
    let chosen = isMetric.flatMap { $0 ? celsius.property : fahrenheit }
    #expect(chosen.value == 78.8)
    isMetric.value = true
    #expect(chosen.value == 26)

    let readings = Subject<Double, Never>()
    let temperature = Property(initial: 0, then: readings)
    readings.send(3)
    #expect(temperature.value == 3)
    #expect(printed.values.dropFirst(3) == ["Ada Lovelace", "true", "78.8 °F", "26.0 °C"])

    batch {
      first.value = "Grace"
      last.value = "Hopper"
    }
    #expect(printed.values.last == "Grace Hopper")
  }

  @Test func effects() {
    let scores = (1...3).map { MutableProperty($0) }
    let total = Property(combining: scores) { $0.reduce(0, +) }
    let log = effect {
      print("total: \(total.value)")
      return Disposable { print("over") }
    }
    scores[0].value = 10
    log.dispose()
    #expect(printed.values == ["total: 6", "over", "total: 15", "over"])
  }

  @Test func inAClassAndAnswersThatTakeTime() async {
    let cart = Cart()
    cart.$total.subscribe { print($0) }
    cart.count = 2
    #expect(printed.values == ["10.0", "5.0"])

    let city = MutableProperty("Rome")
    let forecast = Property(loading: city) { city in try await weather(at: city) }
    let answer = await forecast.filter { !$0.isPending }.first
    #expect(answer?.latest == "sun in Rome")
  }

  @Test func oneWay() {
    let profile = Profile()
    let label = MutableProperty("")
    label <~ profile.$status
    profile.save()
    #expect(label.value == "saved")

    let title = Title()
    bind(\.text, of: title, to: profile.$name)
    bind(\.subtitle, of: title, to: profile.$email.map { $0.isEmpty ? nil : $0 }, default: "–")
    #expect(title.text == "Ada")
    #expect(title.subtitle == "–")
    profile.email = "ada@example.org"
    #expect(title.subtitle == "ada@example.org")
  }

  @Test func bothWays() {
    let profile = Profile()
    profile.email = "ada@example.org"
    let field = MutableProperty("")
    field <~> channel(\.email, of: profile)
    #expect(field.value == "ada@example.org")
    field.value = "grace@example.org"
    #expect(profile.email == "grace@example.org")

    let draft = Profile()
    channel(\.name, of: draft) <~> channel(\.name, of: profile)
    draft.name = "Grace"
    #expect(profile.name == "Grace")
    profile.name = "Ada"
    #expect(draft.name == "Ada")
  }

  @Test func endsOfDifferentTypes() {
    let volume = MutableProperty(3)
    let position = MutableProperty(0.0)
    position <~> volume.converted(to: { Double($0) }, from: { Int($0) })
    position.value = 2.7
    #expect(volume.value == 2)
    #expect(position.value == 2.7)

    let (celsius, fahrenheit) = (MutableProperty(20.0), MutableProperty(0.0))
    fahrenheit <~> celsius.converted(to: { $0 * 9 / 5 + 32 }, from: { ($0 - 32) * 5 / 9 })
    #expect(fahrenheit.value == 68)
    fahrenheit.value = 212
    #expect(celsius.value == 100)

    let age = MutableProperty(36)
    let input = MutableProperty("")
    let problem = MutableProperty<NotANumber?>(nil)
    input <~> age.converted(to: { "\($0)" }, from: NotANumber.parse, failed: { problem.value = $0 })
    input.value = "many"
    #expect(problem.value == NotANumber(text: "many"))
    #expect(age.value == 36)
    input.value = "37"
    #expect(problem.value == nil)
    #expect(age.value == 37)
  }

  @Test func aViewsEnd() {
    let profile = Profile()
    let search = SearchField()
    search.terminal <~> channel(\.name, of: profile)
    #expect(search.text == "Ada")

    profile.email = "ada@example.org"
    let address = AddressField()
    address.channel(\.text) <~> profile.channel(\.email)
    address.signal(for: \.text).subscribe { print($0) }
    address.text = "grace@example.org"
    address.changed.send()
    #expect(profile.email == "grace@example.org")
    #expect(printed.values == ["ada@example.org", "grace@example.org"])

    search.edited("Ad")
    #expect(profile.name == "Ad")
    profile.name = "Grace"
    #expect(search.text == "Grace")
  }

  @Test func observation() {
    let profile = Profile()
    let first =
      observe { "\(profile.name) (\(profile.status))" }.subscribe { print($0) }
    let second =
      observe(profile) { $0.email }.subscribe { print($0) }
    #expect(printed.values == ["Ada (new)", ""])
    first.dispose()
    second.dispose()

    let settings = Settings()
    settings.changes(of: \.theme).subscribe { print($0) }
    settings.theme = "dark"
    #expect(printed.values == ["Ada (new)", "", "light", "dark"])
  }
}

@Suite struct BindingsGuideSnippetTests {
  /// `CollectionsGuideTests` has the page about collections.
  private static let pages = ["State", "Forms", "Bindings", "Foundation"]

  /// A line of code without its indentation and without the comment that shows its output.
  private func code(_ line: Substring) -> String {
    let line = line.trimmingCharacters(in: .whitespaces)
    if line.hasPrefix("//") { return line }
    return line.components(separatedBy: " //")[0].trimmingCharacters(in: .whitespaces)
  }

  @Test func everyLineOfCodeOnThePageIsATest() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let guides = folder.appending(path: "../../../Docs/Guides").standardizedFileURL
    let page = try Self.pages
      .map { try String(contentsOf: guides.appending(path: "\($0).md"), encoding: .utf8) }.joined()
    let others = ["StreamFoundationTests", "StreamNetworkingTests"].map { folder.appending(path: "../../\($0)") }
    let tests = try ([folder] + others.map(\.standardizedFileURL))
      .flatMap { try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    let known = Set(tests.joined(separator: "\n").split(separator: "\n").map(code))
    var isCode = false
    var lines = 0
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode = line == "```swift"
      } else if isCode, !code(line).isEmpty {
        lines += 1
        if !known.contains(code(line)) { Issue.record("not in a test: \(line)") }
      }
    }
    #expect(lines > 60)
  }
}
