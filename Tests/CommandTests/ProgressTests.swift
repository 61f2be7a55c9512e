import Rill
import StreamTesting
import Testing

@Suite struct ProgressTests {
  /// Work that a test moves on by hand.
  private func command(
    _ reporters: Log<ProgressReporter>, _ work: Work, policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .immediate
  ) -> Command<Int, Int, Trouble> {
    Command(policy: policy, on: scheduler) { (_: Int, progress: ProgressReporter) -> Signal<Int, Trouble> in
      reporters.add(progress)
      return work.signal()
    }
  }

  @Test func observersReceiveEachFraction_betweenTheBeginningAndTheEnd() {
    let work = Work()
    let reporters = Log<ProgressReporter>()
    let command = command(reporters, work)
    let log = Log<String>()
    command.executing.subscribe { log.add("executing \($0)") }
    command.progress.subscribe { log.add("progress \($0 ?? -1)") }
    command.values.subscribe { log.add("value \($0)") }
    command.execute(0)
    reporters.all[0].report(0.25)
    work[0].send(7)
    reporters.all[0].report(1)
    work[0].complete()
    #expect(
      log.all == [
        "executing false", "progress -1.0", "executing true", "progress 0.25", "value 7", "progress 1.0",
        "executing false", "progress -1.0",
      ])
  }

  /// The picture of the documentation.
  @Test func anExecutionSendsTheLastReportFirst_andThenDistinctOnes() {
    let work = Work()
    let reporters = Log<ProgressReporter>()
    let command = command(reporters, work)
    let execution = command.execute(0)
    let early = Log<String>()
    let late = Log<String>()
    execution.progress.subscribe(next: { early.add("\($0)") }, completed: { early.add("end") })
    let progress = reporters.all[0]
    progress.report(0.2)
    execution.progress.subscribe(next: { late.add("\($0)") }, completed: { late.add("end") })
    progress.report(0.5)
    progress.report(0.5)
    progress.report(1)
    work[0].fail(.some)
    #expect(early.all == ["0.2", "0.5", "1.0", "end"])
    #expect(late.all == ["0.2", "0.5", "1.0", "end"])
    let afterwards = Log<String>()
    execution.progress.subscribe(next: { afterwards.add("\($0)") }, completed: { afterwards.add("end") })
    #expect(afterwards.all == ["1.0", "end"])
  }

  @Test(arguments: [(-1, 0.0), (1.0001, 1), (.infinity, 1), (-.infinity, 0), (0.3, 0.3)])
  func aFractionOutsideTheRangeIsClamped(_ reported: Double, _ told: Double) {
    let reporters = Log<ProgressReporter>()
    let command = command(reporters, Work())
    let log = Log<Double?>()
    command.progress.subscribe { log.add($0) }
    let execution = command.execute(0)
    reporters.all[0].report(.nan)
    reporters.all[0].report(reported)
    #expect(log.all == [nil, told])
    execution.cancel()
  }

  @Test func workThatReportsNothingHasNoProgressButItsEnd() {
    let command = Command<Int, Int, Never>(on: .immediate) { .just($0) }
    let log = Log<String>()
    command.progress.compactMap { $0 }.subscribe { log.add("\($0)") }
    command.execute(1).progress.subscribe(next: { log.add("\($0)") }, completed: { log.add("end") })
    #expect(log.all == ["end"])
  }

  @Test func executionsSideBySideEachHaveTheirOwn() {
    let work = Work()
    let reporters = Log<ProgressReporter>()
    let command = command(reporters, work, policy: .concurrent)
    let first = Log<Double>()
    let second = Log<Double>()
    let all = Log<Double>()
    command.progress.compactMap { $0 }.subscribe { all.add($0) }
    command.execute(0).progress.subscribe { first.add($0) }
    command.execute(1).progress.subscribe { second.add($0) }
    reporters.all[0].report(0.1)
    reporters.all[1].report(0.1)
    reporters.all[0].report(0.6)
    #expect(first.all == [0.1, 0.6])
    #expect(second.all == [0.1])
    #expect(all.all == [0.1, 0.1, 0.6])
    command.cancelAll()
  }

  @Test func aReportAfterTheEndIsDropped_andAReporterKeepsNothingAlive() {
    let probe = LifetimeProbe()
    let reporters = Log<ProgressReporter>()
    let log = Log<Double?>()
    do {
      let command = Command<LifetimeProbe.Object, Int, Never>(policy: .queue, on: .immediate) { _, progress in
        reporters.add(progress)
        return .empty
      }
      command.progress.subscribe { log.add($0) }
      command.execute(probe.object())
      reporters.all[0].report(0.5)
    }
    reporters.all[0].report(0.7)
    #expect(log.all == [nil])
    #expect(probe.liveCount == 0)
  }

  @Test func underVirtualTimeProgressIsDeliveredInOrderWithOtherEvents() {
    let time = TestScheduler()
    let work = Work()
    let reporters = Log<ProgressReporter>()
    var command: Command<Int, Int, Trouble>? = command(reporters, work, on: time)
    let log = Log<String>()
    command?.executing.subscribe { log.add("executing \($0)") }
    command?.progress.skip(1).subscribe { log.add("progress \($0 ?? -1)") }
    command?.execute(0)
    reporters.all[0].report(0.5)
    work[0].complete()
    #expect(log.all == ["executing false"])
    command = nil
    time.run()
    #expect(log.all == ["executing false", "executing true", "progress 0.5", "executing false", "progress -1.0"])
  }

  @MainActor @Test func asynchronousWorkReportsToo() async {
    let command = Command { (steps: Int, progress: ProgressReporter) async throws(Trouble) -> Int in
      for step in 1...steps {
        progress.report(Double(step) / Double(steps))
        await Task.yield()
      }
      return steps
    }
    var fractions: [Double] = []
    command.progress.compactMap { $0 }.subscribe { fractions.append($0) }
    await withCheckedContinuation { done in
      command.completions.take(1).subscribe(next: { _ in }, completed: { done.resume() })
      command.execute(4)
    }
    #expect(fractions == [0.25, 0.5, 0.75, 1])
  }

  /// Eight threads report: all subscribers receive one order, and the last report.
  @Test func reportsFromManyThreadsAreDeliveredInOneOrder() async {
    let reporters = Log<ProgressReporter>()
    let command = command(reporters, Work())
    let told = Log<Double>()
    let read = Log<Double>()
    command.progress.compactMap { $0 }.subscribe { told.add($0) }
    let execution = command.execute(0)
    execution.progress.subscribe { read.add($0) }
    let progress = reporters.all[0]
    onEightThreads { thread in
      for step in 0..<100 { progress.report(Double(thread * 100 + step) / 800) }
    }
    await until { told.all.count >= 800 && read.all.count >= 800 }
    #expect(told.all.count == 800)
    #expect(told.all == read.all)
    let last = Log<Double>()
    execution.progress.take(1).subscribe { last.add($0) }
    #expect(last.all.first == told.all.last)
    execution.cancel()
  }
}
