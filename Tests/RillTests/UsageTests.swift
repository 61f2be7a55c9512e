import Rill
import StreamTesting
import Testing

/// The code that users should be able to write, as they would write it: no `@Sendable`, no `Task`, no `assumeIsolated`.
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
    let names = LazyStream(["ada", "grace", "barbara"]).filter { $0.count > 3 }.map { $0.uppercased() }
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
    let model = SignUpModel()
    let page = SignUpPage()
    page.field <~> channel(\.email, of: model)
    page.label <~ model.$status
    model.subscribe.executing.subscribe { page.isSpinning = $0 }

    page.field.value = "ada"
    #expect(model.email == "ada")
    #expect(!model.subscribe.isEnabled)
    model.email = "ada@example.org"
    #expect(page.field.value == "ada@example.org")

    model.subscribe.execute(model.email)
    #expect(page.label.value == "Sending request…")
    #expect(page.isSpinning)
    #expect(!model.subscribe.isEnabled)

    model.answers.complete()
    #expect(page.label.value == "Thanks")
    #expect(!page.isSpinning)
  }

  @Test func aCommandThatTakesSeveralSteps() {
    let steps = Subject<Step, LogInError>()
    let logIn = Command { (password: String) -> Signal<Step, LogInError> in
      Signal { observer in
        observer.send(.started)
        return steps.subscribeEvents { observer.send($0) }
      }
    }
    var log: [String] = []
    logIn.executionSignals.subscribe { execution in execution.subscribe { log.append("step: \($0)") } }
    logIn.errors.subscribe { log.append("error: \($0)") }

    let execution = logIn.execute("1234")
    execution.subscribe(
      next: { log.append("\($0)") }, failed: { log.append("\($0)") }, completed: { log.append("done") })
    #expect(log == ["step: started", "started"])
    execution.cancel()
    #expect(!logIn.isExecuting)
    #expect(log == ["step: started", "started", "cancelled"])
  }

  @Test func f_T3_aSecondClickWaits() {
    let time = TestScheduler()
    let model = MailingModel(service: SlowService(time, .seconds(1)))
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
}

private enum Step: Sendable { case started, succeeded }
private enum LogInError: Error { case wrongPassword }

private struct Unavailable: Error {}

@MainActor private final class SignUpModel {
  @Observed var email = ""
  @Observed private(set) var status = ""

  let answers = Subject<Void, Unavailable>()

  private(set) lazy var subscribe = Command(enabledIf: $email.map { $0.contains("@") }) { [answers] (email: String) in
    answers.signal
  }

  init() {
    bind(
      \.status, of: self,
      to: merge(
        subscribe.executionSignals.map { _ in "Sending request…" },
        subscribe.completions.map { _ in "Thanks" },
        subscribe.errors.map { "Error: \($0)" }
      ))
  }
}

private enum ServiceError: Error { case unknown }

private struct SlowService: Sendable {
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

/// The view model everyone starts with: its command reads and writes it, waits, and can fail.
@MainActor private final class MailingModel {
  @Observed var email = ""
  @Observed private(set) var status = ""
  private(set) var attempts = 0

  private(set) lazy var subscribe = Command(self, enabledIf: $email.map { $0.contains("@") }) {
    (model, email: String) async throws(ServiceError) in
    model.attempts += 1
    try await model.service.subscribe(email)
  }

  private let service: SlowService

  init(service: SlowService) {
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
  let field = MutableProperty("")
  let label = MutableProperty("")
  var isSpinning = false
}
