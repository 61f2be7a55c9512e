import Rill
import StreamTesting
import TestSupport
import Testing

@MainActor private final class Button: CommandControl {
  let clicks = Subject<Void, Never>()
  let commandBinding = CommandBinding()
  var isEnabled: Bool
  let title: String
  private let object: LifetimeProbe.Object?

  init(_ title: String = "", isEnabled: Bool = true, probe: LifetimeProbe? = nil) {
    self.title = title
    self.isEnabled = isEnabled
    object = probe?.object()
  }

  var activations: Signal<Void, Never> { clicks.signal }
}

/// A control that spins from the pull until the execution that it started has ended.
@MainActor private final class Refresher: CommandControl {
  let pulls = Subject<Void, Never>()
  let commandBinding = CommandBinding()
  var isEnabled = true
  private(set) var isTurning = false

  var activations: Signal<Void, Never> { pulls.signal }

  func pull() {
    isTurning = true
    pulls.send()
  }

  func follow<Value, Failure>(_ execution: Execution<Value, Failure>) {
    execution.subscribeEvents(with: self) { control, event in
      if event.isTerminal { control.isTurning = false }
    }
  }
}

@MainActor @Suite struct CommandControlTests {
  private let work = Work()

  @Test func enablednessFollowsTheCommand() {
    let condition = BehaviorSubject<Bool, Never>(false)
    let button = Button()
    let command = Command<Void, Int, Trouble>(enabledIf: condition) { [work] in work.signal() }
    button.bind(command)
    #expect(!button.isEnabled)
    condition.value = true
    #expect(button.isEnabled)
    button.clicks.send()
    #expect(!button.isEnabled)
    work[0].complete()
    #expect(button.isEnabled)
  }

  @Test func activationPassesTheControlItself() {
    let button = Button("Save")
    var titles: [String] = []
    let command = Command<Button, Int, Trouble> { button in
      titles.append(button.title)
      return .empty
    }
    button.bind(command)
    button.clicks.send()
    #expect(titles == ["Save"])
  }

  @Test func aControlObservesTheExecutionThatItStarted_alsoARefusedOne() {
    let refresher = Refresher()
    let condition = BehaviorSubject<Bool, Never>(true)
    let command = Command<Void, Int, Trouble>(enabledIf: condition) { [work] in work.signal() }
    refresher.bind(command)
    refresher.pull()
    #expect(refresher.isTurning)
    work[0].fail(.some)
    #expect(!refresher.isTurning)
    condition.value = false
    refresher.pull()
    #expect(!refresher.isTurning)
  }

  @Test func activationPassesAnInputMadeOfTheControl() {
    let button = Button("four")
    let command = Command<Int, Int, Trouble> { .just($0) }
    var values: [Int] = []
    command.values.subscribe { values.append($0) }
    button.bind(command) { $0.title.count }
    button.clicks.send()
    #expect(values == [4])
  }

  @Test func replacingTheCommandReplacesTheBinding_andUnbindingRestores() {
    let first = BehaviorSubject<Bool, Never>(true)
    let button = Button(isEnabled: false)
    var executed: [String] = []
    let one = Command<Void, Int, Trouble>(enabledIf: first) {
      executed.append("one")
      return .empty
    }
    let two = Command<Void, Int, Trouble> {
      executed.append("two")
      return .empty
    }
    button.bind(one)
    button.clicks.send()
    button.bind(two)
    button.clicks.send()
    first.value = false
    #expect(button.isEnabled)
    #expect(executed == ["one", "two"])
    button.unbind()
    #expect(!button.isEnabled)
    button.clicks.send()
    button.unbind()
    #expect(executed == ["one", "two"])
  }

  @Test func theControlKeepsTheCommand_andNotTheOtherWayRound() {
    let probe = LifetimeProbe()
    weak var command: Command<Void, Int, Trouble>?
    do {
      let button = Button(probe: probe)
      do {
        let made = Command<Void, Int, Trouble> { .empty }
        button.bind(made)
        command = made
      }
      #expect(command != nil)
      _ = button
    }
    #expect(probe.liveCount == 0)
    #expect(command == nil)
  }
}

/// A model as a client writes it: without a word about threads.
@MainActor private final class LogInModel {
  var status = ""
  var isBusy = false
  var attempts = 0
  let canLogIn = MutableProperty(true)

  private(set) lazy var logIn = makeLogIn()

  private(set) lazy var fetch = Command { (number: Int) async throws(Trouble) -> String in
    guard number >= 0 else { throw .other }
    return "page \(number)"
  }

  init() {
    logIn.executing.subscribe { [unowned self] in isBusy = $0 }
    logIn.executionSignals.subscribe { [unowned self] _ in status = "sending" }
    logIn.completions.subscribe { [unowned self] in status = "welcome" }
    logIn.errors.subscribe { [unowned self] in status = "error: \($0)" }
    fetch.values.subscribe { [unowned self] in status = $0 }
  }

  /// A separate function. Otherwise the compiler infers no actor for a closure in the initial value of a lazy property.
  private func makeLogIn() -> Command<String, Int, Trouble> {
    Command(enabledIf: canLogIn) { [unowned self] password in
      attempts += 1
      return password == "secret" ? .just(attempts) : .fail(.some)
    }
  }
}

@MainActor @Suite struct CommandClientTests {
  @Test func aViewModelSeesEveryChangeInTheSameTurn() {
    let model = LogInModel()
    #expect(!model.isBusy)
    model.logIn.execute("wrong")
    #expect(model.status == "error: some")
    model.logIn.execute("secret")
    #expect(model.status == "welcome")
    #expect(model.attempts == 2)
    model.canLogIn.value = false
    model.logIn.execute("secret")
    #expect(model.attempts == 2)
  }

  @Test func anAsynchronousCommandComesBackToTheMainActor() async {
    let model = LogInModel()
    await withCheckedContinuation { done in
      model.fetch.executing.skip(1).filter { !$0 }.take(1).subscribe(next: { _ in }, completed: { done.resume() })
      model.fetch.execute(3)
    }
    #expect(model.status == "page 3")
  }

  /// Plain observers without an actor are notified on the main actor, too.
  @Test func observersAreNotifiedOnTheMainActor_alsoAfterAnExecutionElsewhere() async {
    let command = Command<Int, Int, Trouble>(policy: .concurrent) { .just($0) }
    let values = values(of: command)
    await withCheckedContinuation { done in
      command.completions.take(8).subscribe(next: { _ in }, completed: { done.resume() })
      onAnotherThread { for number in 0..<8 { command.execute(number) } }
    }
    #expect(values.all == Array(0..<8))
  }

  private nonisolated func values(of command: Command<Int, Int, Trouble>) -> Log<Int> {
    let log = Log<Int>()
    command.values.subscribe { value in
      MainActor.assertIsolated()
      log.add(value)
    }
    return log
  }
}
