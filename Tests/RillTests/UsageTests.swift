import Foundation
import Observation
import Rill
import StreamTesting
import Testing

/// Code as users should be able to write it: no `@Sendable`, no `Task`, no `assumeIsolated`.
@MainActor @Suite struct UsageTests {
  @Test func aStreamFromScratch() {
    var log: [String] = []
    let disposals = Subject<String, Never>()
    disposals.subscribe { log.append($0) }

    let numbers = Signal<Int, Never> { observer in
      observer.send(1)
      observer.send(2)
      observer.complete()
      return Disposable { disposals.send("dispose") }
    }
    numbers.subscribe { log.append("\($0)") }
    #expect(log == ["1", "2", "dispose"])

    var squared: [Int] = []
    let squares = numbers.bind { { value, _ in .just(value * value) } }
    squares.subscribe { squared.append($0) }
    #expect(squared == [1, 4])

    var repeats: [Int] = []
    let repeated = numbers.flatMap { value in
      Signal(repeatElement(value * value, count: value))
    }
    repeated.subscribe { repeats.append($0) }
    #expect(repeats == [1, 4, 4])
  }

  @Test func pushAndPullShareTheirOperators() {
    let names = LazyStream(["ada", "grace", "barbara"]).filter { $0.count > 3 }.map(\.localizedUppercase)
    var pulled: [String] = []
    for name in names { pulled.append(name) }
    #expect(pulled == ["GRACE", "BARBARA"])

    var pushed: [String] = []
    names.signal.subscribe { pushed.append($0) }
    #expect(pushed == pulled)

    let numbers = Signal([1, 2, 3])
    let replayed = LazyStream(numbers)
    #expect(Array(replayed) == [1, 2, 3])
  }

  @Test func aViewAndItsModelWithBindingsBothWays() {
    let time = TestScheduler()
    let model = SignUpModel(service: SlowService(time, .seconds(1)))
    let page = SignUpPage()
    show(model, in: page)

    page.field.text.value = "ada"
    #expect(model.email == "ada")
    #expect(!page.button.isEnabled)
    model.email = "ada@example.org"
    #expect(page.field.text.value == "ada@example.org")
    #expect(page.button.isEnabled)

    time.perform { page.button.clicks.send() }
    #expect(page.label.text.value == "Sending request…")
    #expect(page.spinner.isVisible)
    #expect(!page.button.isEnabled)

    time.advance(by: .seconds(1))
    #expect(page.label.text.value == "Thanks")
    #expect(!page.spinner.isVisible)
  }

  @Test func aCommandThatTakesSeveralSteps() {
    let scheduler = TestScheduler()
    let model = LogInModel()
    let logIn = Command(enabledIf: model.$canLogIn) { (password: String) -> Signal<Step, LogInError> in
      Signal { observer in
        observer.send(.started)
        return scheduler.schedule(after: .seconds(1)) {
          if password == "123456789" {
            observer.send(.succeeded)
            observer.complete()
          } else {
            observer.fail(.wrongPassword)
          }
        }
      }
    }
    var log: [String] = []
    logIn.executionSignals.switchToLatest().subscribe { log.append("step: \($0)") }
    logIn.errors.subscribe { log.append("error: \($0)") }

    let execution = logIn.execute("1234")
    execution.subscribe(
      next: { log.append("\($0)") }, failed: { log.append("\($0)") }, completed: { log.append("done") })
    #expect(log == ["step: started", "started"])
    execution.cancel()
    #expect(!logIn.isExecuting)
    #expect(log == ["step: started", "started", "\(CommandError<Never>.cancelled)"])

    logIn.execute("1234")
    scheduler.advance(by: .seconds(1))
    logIn.execute("123456789")
    scheduler.advance(by: .seconds(1))
    #expect(log.dropFirst(3) == ["step: started", "error: wrongPassword", "step: started", "step: succeeded"])
  }

  @Test func theStatusFollowsTheCommand() {
    let time = TestScheduler()
    let model = SignUpModel(service: SlowService(time, .seconds(1)))
    model.email = "ada@example.org"
    time.perform { model.subscribe.execute(model.email) }
    #expect(model.status == "Sending request…")
    #expect(!model.subscribe.isEnabled)
    time.advance(by: .seconds(1))
    #expect(model.status == "Thanks")
    #expect(model.attempts == 1)

    model.email = "nobody@example.org"
    time.perform { model.subscribe.execute(model.email) }
    time.advance(by: .seconds(1))
    #expect(model.status == "Error: unknown")
    time.perform { model.subscribe.execute(model.email) }
    model.subscribe.cancelAll()
    #expect(model.status == "Cancelled")
  }

  @Test func stateIsReadAndSetInPlace() {
    let taps = Subject<Void, Never>()
    let temperature = BehaviorSubject<Double, Never>(21.5)
    var count = 0
    taps.subscribe { count += 1 }
    taps.send()
    temperature.value += 0.5
    #expect(temperature.value == 22)
    #expect(count == 1)
  }

  @Test func oneRequestForAllListeners() {
    let requests = Subject<Product, Never>()
    let started = BehaviorSubject<Int, Never>(0)
    let request = Signal.deferred {
      started.value += 1
      return requests.signal
    }
    var log: [String] = []
    let connection = request.publish()
    connection.subscribe { log.append("product: \($0.name)") }
    connection.subscribe { log.append("id: \($0.id)") }
    connection.connect()
    requests.send(Product(id: 3, name: "Lamp"))
    #expect(log == ["product: Lamp", "id: 3"])
    #expect(started.value == 1)

    let time = TestScheduler()
    let shared = request.share(replay: 1, keepAlive: .seconds(30), on: time)
    let first = shared.subscribe { _ in }
    requests.send(Product(id: 4, name: "Chair"))
    first.dispose()
    time.advance(by: .seconds(29))
    shared.subscribe { log.append("again: \($0.name)") }
    #expect(log.last == "again: Chair")
    #expect(started.value == 2)
  }

  @Test func combiningWithoutCeremony() {
    let (width, height) = (MutableProperty(2), MutableProperty(3))
    let area = combineLatest(width, height) { $0 * $1 }
    let areas = Recorder(area)
    height.value = 4
    #expect(areas.values == [6, 8])

    let time = TestScheduler()
    let query = Subject<String, Never>()
    @Sendable func search(_ text: String) -> Signal<[String], SearchError> {
      text == "down" ? .fail(SearchError()) : .just([text])
    }
    let results =
      query
      .debounce(for: .milliseconds(300), on: time)
      .distinctUntilChanged()
      .flatMapLatest { search($0).retry(.exponential(from: .milliseconds(100), limit: 3), on: time) }
      .catch { _ in .just([]) }
      .deliver(on: .main)
    var shown: [[String]] = []
    results.subscribe { shown.append($0) }
    query.send("s")
    query.send("swift")
    time.advance(by: .milliseconds(300))
    #expect(shown == [["swift"]])
    query.send("down")
    time.advance(by: .milliseconds(300 + 100 + 200 + 400))
    #expect(shown == [["swift"], []])
  }

  @Test func derivedStateNeverShowsAMixedPair() {
    var printed: [String] = []
    let first = MutableProperty("Ada"), last = MutableProperty("Lovelace")
    let full = Property(first, last) { "\($0) \($1)" }
    full.subscribe { printed.append($0) }
    batch {
      first.value = "Grace"; last.value = "Hopper"
    }
    #expect(printed == ["Ada Lovelace", "Grace Hopper"])
  }

  @Test func derivedStateTracksItsReads() async {
    let cart = Basket()
    let total = Property { cart.lines.value.reduce(0) { $0 + $1.price.value } }
    cart.lines.value = [Line(price: 120), Line(price: 80)]
    cart.lines.value[1].price.value = 130
    #expect(total.value == 250)

    let celsius = MutableProperty(20.0), isMetric = MutableProperty(true)
    let fahrenheit = celsius.map { $0 * 9 / 5 + 32 }
    let shown = Property { isMetric.value ? celsius.value : fahrenheit.value }
    isMetric.value = false
    #expect(shown.value == 68)

    let level = total.map { $0 / 100 }.distinctUntilChanged()
    var levels: [Int] = []
    let watching = level.subscribe { levels.append($0) }
    cart.lines.value[1].price.value = 150
    cart.lines.value[1].price.value = 190
    #expect(levels == [2, 3])
    watching.dispose()

    let city = MutableProperty("Rome")
    let forecast = Property(loading: city) { city in try await weather(at: city) }
    #expect(await forecast.first { !$0.isPending }.first?.latest == "sun in Rome")
  }

  @Test func asyncBothWays() async throws {
    let time = TestScheduler()
    let model = SignUpModel(service: SlowService(time, .zero))
    let seen = Subject<String, Never>()
    let heard = Recorder(seen)
    let looping = Task {
      for await email in model.$email.values(buffering: .newest(1)) { seen.send(email) }
    }
    await heard.waitForValues(1)
    model.email = "ada@example.org"
    await heard.waitForValues(2)
    looping.cancel()
    await looping.value
    #expect(heard.values == ["", "ada@example.org"])

    let station = Station()
    let readings = Signal { () async throws(WeatherError) in try await station.read() }
    #expect(try await readings.single == 21)
  }

  @Test func aTestThatIsAPicture() {
    marbles {
      "ab--c----d|"
      "---b--c---(d|)"
    } through: { input, time in
      input.debounce(for: time.ticks(2), on: time)
    }
  }
}

private struct Product: Sendable {
  let id: Int
  let name: String
}

private struct SearchError: Error {}
private struct WeatherError: Error {}

private func weather(at city: String) async throws(WeatherError) -> String { "sun in \(city)" }

private actor Station {
  func read() throws(WeatherError) -> Int { 21 }
}

private struct Line: Sendable {
  let price: MutableProperty<Int>
  init(price: Int) { self.price = MutableProperty(price) }
}

private struct Basket: Sendable {
  let lines = MutableProperty<[Line]>([])
}

private enum Step: Sendable { case started, succeeded }
private enum LogInError: Error { case wrongPassword }

@MainActor private final class LogInModel {
  @Observed var canLogIn = true
}

extension String {
  fileprivate var isPlausibleEmail: Bool { contains("@") }
}

private enum ServiceError: Error { case unknown }

private protocol MailingList: Sendable {
  func subscribe(_ email: String) async throws(ServiceError)
}

private struct SlowService: MailingList {
  private let time: TestScheduler
  private let latency: Duration

  init(_ time: TestScheduler, _ latency: Duration) {
    self.time = time
    self.latency = latency
  }

  func subscribe(_ email: String) async throws(ServiceError) {
    try? await time.sleep(for: latency)
    if email.hasPrefix("nobody") { throw .unknown }
  }
}

/// A typical view model: its command reads and writes it, waits, and can fail.
@MainActor private final class SignUpModel: Observable {
  @Observed var email = ""
  @Observed private(set) var status = ""
  private(set) var attempts = 0

  private(set) lazy var subscribe = Command(self, enabledIf: $email.map(\.isPlausibleEmail)) {
    (model, email: String) async throws(ServiceError) in
    model.attempts += 1
    try await model.service.subscribe(email)
  }

  private let service: any MailingList

  init(service: any MailingList) {
    self.service = service
    bind(
      \.status, of: self,
      to: merge(
        subscribe.executionSignals.map { _ in "Sending request…" },
        subscribe.completions.map { _ in "Thanks" },
        subscribe.cancellations.map { _ in "Cancelled" },
        subscribe.errors.map { "Error: \($0)" }
      ))
  }
}

@MainActor private final class SignUpPage {
  let field = TextField()
  let button = Button()
  let label = Label()
  let spinner = Spinner()
}

@MainActor private final class TextField {
  let text = MutableProperty("")
}

@MainActor private final class Label {
  let text = MutableProperty("")
}

@MainActor private final class Spinner {
  var isVisible = false
}

@MainActor private final class Button: CommandControl {
  let clicks = Subject<Void, Never>()
  let commandBinding = CommandBinding()
  var activations: Signal<Void, Never> { clicks.signal }
  var isEnabled = true
}

@MainActor private func show(_ model: SignUpModel, in page: SignUpPage) {
  page.field.text <~> model.channel(\.email)
  page.button.bind(model.subscribe) { model.email }
  page.label.text <~ model.$status
  model.subscribe.executing.subscribe { page.spinner.isVisible = $0 }
}
