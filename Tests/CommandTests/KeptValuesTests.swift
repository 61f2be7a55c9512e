import Rill
import StreamTesting
import Testing

/// The values that an execution has sent are retained only while some code can read them.
@Suite struct KeptValuesTests {
  private typealias Object = LifetimeProbe.Object

  private let probe = LifetimeProbe()
  private let work = Subject<Object, Never>()
  private let command: Command<Void, Object, Never>

  init() { command = Command(policy: .concurrent, on: .immediate) { [work] (_: Void) in work } }

  private func send(_ count: Int) {
    for _ in 0..<count { work.send(probe.object()) }
  }

  @Test func anExecutionWhoseHandleIsIgnoredKeepsNoValue() {
    command.execute()
    send(3)
    #expect(probe.liveCount == 0)
    #expect(command.isExecuting)
  }

  @Test func theLastHandleReleasesTheValues() {
    var handles = [command.execute()]
    handles.append(handles[0])
    send(3)
    #expect(probe.liveCount == 3)
    handles.removeFirst()
    #expect(probe.liveCount == 3)
    handles.removeFirst()
    #expect(probe.liveCount == 0)
    send(1)
    #expect(probe.liveCount == 0)
  }

  @Test func aSignalOfAnExecutionIsAHandle() {
    var signal: Signal<Object, CommandError<Never>>? = command.execute().signal
    send(2)
    let received = Log<Int>()
    signal?.subscribe(next: { _ in received.add(1) }, failed: { _ in })
    #expect(received.all == [1, 1])
    #expect(probe.liveCount == 2)
    signal = nil
    #expect(probe.liveCount == 0)
  }

  @Test func aSubscriberReceivesEverything_andKeepsNothing() {
    let received = Log<String>()
    var execution: Execution<Object, Never>? = command.execute()
    execution?.subscribe(next: { _ in received.add("value") }, failed: { _ in }, completed: { received.add("end") })
    send(2)
    #expect(probe.liveCount == 2)
    execution = nil
    #expect(probe.liveCount == 0)
    send(1)
    #expect(probe.liveCount == 0)
    work.complete()
    #expect(received.all == ["value", "value", "value", "end"])
  }

  @Test func observersOnALaterSchedulerReceiveTheValuesOfAnIgnoredHandle() {
    let time = TestScheduler()
    let command = Command(policy: .queue, on: time) { (number: Int) in Signal([number, number + 1]) }
    let values = Recorder(command.executionSignals.flatten(.concat))
    command.execute(1)
    command.execute(3)
    time.run()
    #expect(values.values == [1, 2, 3, 4])
    values.dispose()
  }

  /// Any of them may end, in any order, and the others keep theirs.
  @Test func executionsEndInAnyOrder_andTheOldestIsCancelledFirst() {
    let cancelled = Log<Int>()
    let command = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { number in
      Signal { _ in Disposable { cancelled.add(number) } }
    }
    let executions = (0..<1000).map { command.execute($0) }
    for number in stride(from: 997, to: 0, by: -3) { executions[number].cancel() }
    for number in 0..<300 { executions[number].cancel() }
    let gone = Set(cancelled.all)
    #expect(command.runningCount == 1000 - gone.count)
    cancelled.clear()
    command.cancelAll()
    #expect(cancelled.all == (0..<1000).filter { !gone.contains($0) })
    #expect(!command.isExecuting)
  }

  /// A walk along the running executions for each would take minutes.
  @Test func aHundredThousandThatRunAreCancelledTogetherInLinearTime() {
    let cancelled = Log<Int>()
    let command = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { number in
      Signal { _ in Disposable { cancelled.add(number) } }
    }
    for number in 0..<100_000 { command.execute(number) }
    command.cancelAll()
    #expect(cancelled.all.count == 100_000)
    #expect(!command.isExecuting && command.isEnabled)
  }
}
