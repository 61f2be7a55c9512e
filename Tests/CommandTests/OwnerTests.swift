import Rill
import StreamTesting
import Testing

private struct Refused: Error, Equatable {}

/// A command as a member of a main-actor class, in each of its forms.
@MainActor private final class Counter {
  private(set) var count = 0
  private(set) var texts: [String] = []
  private let object: LifetimeProbe.Object?
  let time: TestScheduler
  let mayAdd = BehaviorSubject<Bool, Never>(true)

  private(set) lazy var reset = Command(self) { model in model.count = 0 }

  private(set) lazy var add = Command(self, enabledIf: mayAdd) { (model, number: Int) throws(Refused) in
    guard number >= 0 else { throw Refused() }
    model.count += number
  }

  private(set) lazy var note = Command(self) { (model, text: String, count: Int) in
    model.texts.append("\(text) \(count)")
    return model.texts.count
  }

  private(set) lazy var steps = Command(self) { (model, count: Int) -> Signal<Int, Refused> in
    model.count += count
    return Signal(0..<count).promoteFailure(to: Refused.self)
  }

  private(set) lazy var later = Command(self) { (model, number: Int) async throws(Refused) in
    model.count += 1
    try? await model.time.sleep(for: .seconds(1))
    guard number >= 0 else { throw Refused() }
    model.count += number
    return model.count
  }

  private(set) lazy var tidy = Command(self) { (model, progress: ProgressReporter) async in
    progress.report(0.5)
    model.count = 0
  }

  private(set) lazy var download = Command(self) { (model, parts: Int, progress: ProgressReporter) async in
    for part in 1...parts {
      try? await model.time.sleep(for: .seconds(1))
      progress.report(Double(part) / Double(parts))
    }
    model.texts.append("downloaded")
  }

  init(_ time: TestScheduler = TestScheduler(), probe: LifetimeProbe? = nil) {
    self.time = time
    object = probe?.object()
  }
}

@MainActor @Suite struct OwnerTests {
  private let time = TestScheduler()

  @Test func aFunctionRunsSynchronously_andChangesItsModel() {
    let model = Counter()
    model.add.execute(3)
    model.add.execute(4)
    #expect(model.count == 7)
    #expect(model.add.execute(-1).failure == .failed(Refused()))
    model.mayAdd.value = false
    #expect(model.add.execute(1).failure == .notEnabled)
    #expect(model.count == 7)
    model.reset.execute()
    #expect(model.count == 0)
    model.note.execute(("a", 1))
    #expect(model.texts == ["a 1"])
  }

  @Test func aStream() {
    let model = Counter()
    let recorder = Recorder(model.steps.execute(3))
    #expect(recorder.values == [0, 1, 2])
    #expect(model.count == 3)
  }

  @Test func anAsynchronousFunctionRunsInVirtualTime() {
    let model = Counter(time)
    let values = Recorder(model.later.values)
    let errors = Recorder(model.later.errors)
    time.perform { model.later.execute(5) }
    #expect(model.later.isExecuting)
    time.advance(by: .milliseconds(999))
    #expect(model.count == 1 && values.values.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(model.count == 6 && values.values == [6] && !model.later.isExecuting)
    time.perform { model.later.execute(-1) }
    time.advance(by: .seconds(1))
    #expect(errors.values == [Refused()])
  }

  /// Written in a method, and so on the main actor, without an owner.
  @Test func inAMethodToo() {
    var steps: [String] = []
    let command = Command { [time] (name: String) async in
      steps.append("\(name) begins")
      try? await time.sleep(for: .seconds(1))
      MainActor.assertIsolated()
      steps.append("\(name) ends")
    }
    time.perform { command.execute("a") }
    time.advance()
    #expect(steps == ["a begins"])
    time.advance(by: .seconds(1))
    #expect(steps == ["a begins", "a ends"])
  }

  /// Main-actor work resumes on the main actor, at the same virtual time, after every kind of wait.
  @Test func mainActorWorkResumesOnTheMainActorAfterEveryWait() {
    actor Store {
      private(set) var count = 0
      func add() -> Int {
        count += 1
        return count
      }
    }
    let store = Store()
    let answers = Subject<Int, Never>()
    var log: [String] = []
    let command = Command { (_: Void) async in
      log.append("actor \(await store.add())")
      log.append("stream \(await answers.first ?? 0)")
      await Task { log.append("task") }.value
      await withCheckedContinuation { $0.resume() }
      MainActor.assertIsolated()
      log.append("over")
    }
    time.perform { command.execute() }
    time.advance()
    #expect(log == ["actor 1"])
    time.perform { answers.send(7) }
    time.advance()
    #expect(log == ["actor 1", "stream 7", "task", "over"])
  }

  @Test func progress() {
    let model = Counter(time)
    let progress = Recorder(model.download.progress.compactMap { $0 })
    time.perform { model.download.execute(4) }
    time.advance(by: .seconds(4))
    #expect(progress.values == [0.25, 0.5, 0.75, 1])
    #expect(model.texts == ["downloaded"])
  }

  @Test func workWithoutAnInputReportsProgress() {
    let model = Counter(time)
    let progress = Recorder(model.tidy.progress.compactMap { $0 })
    time.perform { model.tidy.execute() }
    time.advance()
    #expect(progress.values == [0.5])
    let plain = Command { (progress: ProgressReporter) async in progress.report(0.25) }
    let fraction = Recorder(plain.progress.compactMap { $0 })
    time.perform { plain.execute() }
    time.advance()
    #expect(fraction.values == [0.25])
    progress.dispose()
    fraction.dispose()
  }

  @Test func aReporterIsNoInput() async {
    await #expect(processExitsWith: .failure) {
      _ = Command { (progress: ProgressReporter) -> Signal<Int, Never> in .just(1) }
    }
  }

  @Test func aCommandWithAnOwnerIsNotMadeOffTheMainActor() async {
    await #expect(processExitsWith: .failure) {
      let model = await Counter()
      _ = await Task.detached { Command(model) { (_, number: Int) async in } }.value
    }
  }

  @Test func theCommandDoesNotKeepItsOwner_andIsCancelledWithoutOne() {
    let probe = LifetimeProbe()
    var model: Counter? = Counter(time, probe: probe)
    let add = model!.add
    let later = model!.later
    time.perform { later.execute(1) }
    time.advance()
    #expect(probe.liveCount == 1)
    model = nil
    // Running work retains the object that it works for.
    #expect(probe.liveCount == 1)
    time.advance(by: .seconds(1))
    #expect(probe.liveCount == 0)
    #expect(add.execute(1).failure == .cancelled)
    #expect(!add.isExecuting)
  }

  /// Cancelled before its task has come to it.
  @Test func asynchronousWorkThatIsCancelledImmediatelyDoesNotBegin() {
    let model = Counter(time)
    time.perform { model.later.execute(1).cancel() }
    time.advance(by: .seconds(1))
    #expect(model.count == 0)
  }

  /// The value comes in the task that did the work, which is not cancelled for being over.
  @Test func handlersCalledByTheWorkAreNotInACancelledTask() {
    let model = Counter(time)
    var cancelled: [Bool] = []
    model.later.values.subscribe { _ in cancelled.append(Task.isCancelled) }
    model.later.completions.subscribe { cancelled.append(Task.isCancelled) }
    model.later.executing.skip(2).subscribe { _ in cancelled.append(Task.isCancelled) }
    time.perform { model.later.execute(1) }
    time.advance(by: .seconds(1))
    #expect(cancelled == [false, false, false])
  }

  /// Main-actor work begins and ends there, and is published in the same turn.
  @Test func mainActorWorkDoesNotTravel() async {
    var turns: [String] = []
    let command = Command { (_: Void) async in
      turns.append("work")
      // The next turn of the main actor.
      Task { turns.append("next") }
    }
    await withCheckedContinuation { done in
      command.completions.subscribe { turns.append("completion") }
      command.execute().subscribe(
        next: { _ in }, failed: { _ in }, completed: { Task { done.resume() } })
    }
    #expect(turns == ["work", "completion", "next"])
  }
}

extension Execution {
  /// The failure of the execution, if it has failed.
  fileprivate var failure: CommandError<Failure>? {
    Recorder(self).completion.flatMap { if case .failed(let failure) = $0 { failure } else { nil } }
  }
}
