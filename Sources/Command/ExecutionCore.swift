import StreamPrimitives
import StreamCore
import StreamTracing
import Subjects

/// One execution: its work, its values and its end, and its place in the command.
///
/// `openCalls` begins at 1, for the teardown. The synchronous part of the work adds 1 while it runs, each value while
/// it is sent, and each fraction while it is announced. At 0 the execution is over. So an execution that ends in its
/// own body is over only when the body has returned and the work is torn down. If a handler of a value ends the
/// execution, the other observers receive this value before the end.
///
/// Values and failures have no static type here, because unspecialized generic code takes ten times as long. The
/// callers convert them.
///
/// The command's list retains the execution until the execution is over or the command is released. Its handles and the
/// sink of its work retain it, too. The execution retains the command's core.
///
/// Guarded by: the command's lock (all variables). Exception: `end` is written once, before the `closeCall` that leads
/// to `finish`. Code that runs from `finish` on reads it without the lock.
final class ExecutionCore: Sendable {
  typealias End = Completion<CommandError<any Error>>
  typealias Work = @Sendable (ExecutionCore) -> Void
  typealias ValueHistory = ReplaySubject<SentValue, CommandError<any Error>>

  /// The place of an execution in its command.
  ///
  /// - An accepted execution is *uncounted*, *waiting*, *running*, again *uncounted* and finally *settled*. If it is
  ///   cancelled while it waits, it is never *running*.
  /// - A refused execution is *uncounted* and then *settled*.
  enum Stage {
    /// The command has not accepted the execution, or has removed it. The handle has not ended.
    case uncounted
    /// The command has accepted the execution, which waits for its turn.
    case waiting
    /// The execution may run. The command counts it, unless the command was released.
    case running
    /// The handle has ended. This stage is the last.
    case settled
  }

  @exclusivity(unchecked) nonisolated(unsafe) var stage = Stage.uncounted

  /// The neighbours in the command's list.
  @exclusivity(unchecked) nonisolated(unsafe) var next: ExecutionCore?
  @exclusivity(unchecked) nonisolated(unsafe) unowned(unsafe) var previous: ExecutionCore?

  /// The work, until it begins or the execution ends.
  @exclusivity(unchecked) nonisolated(unsafe) private var pendingWork: Work?

  /// The end, set once. No call is opened after it.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) var end: End?

  /// The calls that have to return before the execution is over. A call is opened under the lock.
  private let openCalls = Atomic<Int>(1)

  /// The number of handles. The announcement of the beginning counts as one, because subscribers of `executionSignals`
  /// create handles then.
  private let handleCount = Atomic<Int>(1)

  /// The values until a handle has its first subscriber. From then on `subject` has them.
  @exclusivity(unchecked) nonisolated(unsafe) private var values: [SentValue] = []
  @exclusivity(unchecked) nonisolated(unsafe) private var subject: ValueHistory?

  /// The reported fractions, if the work takes a reporter.
  private let fractions: ReplaySubject<Double, Never>?

  /// The subscription to the work.
  private let workSubscription = Subscription()
  private let core: CommandCore

  /// The number and the input that recordings show.
  let number = Trace.isOn ? TraceNode.nextRun() : 0
  let input: String?

  /// The thread that called `execute`.
  let thread = currentThread

  init(_ core: CommandCore, input: String?, reportsProgress: Bool, start: @escaping Work) {
    self.core = core
    self.input = input
    pendingWork = start
    fractions = reportsProgress ? ReplaySubject(count: 1) : nil
    progress?.attach(Sink(next: { [weak self] in self?.announce($0) }, end: { _ in }), to: Subscription())
  }

  /// The reported fractions, without repetitions.
  var progress: Signal<Double, Never>? { fractions?.distinctUntilChanged() }

  /// Cancels the execution if it has not ended.
  ///
  /// Until its end, the command's list and the sink of the work retain an execution. Here both are released, so it can
  /// neither continue nor end.
  deinit {
    if end == nil { subject?.fail(.cancelled) }
    #if DEBUG
      if case .failed(.notEnabled) = end, subject == nil {
        Hints.say(
          """
          \(core.callSite): this command was executed while it was disabled, and the result of `execute` was ignored. \
          Disable the control that executes it while `enabled` is false, or use the `result` of the execution.
          """)
      }
    #endif
  }

  var isActive: Bool { core.state.withLock { _ in end == nil } }

  /// All values and the end, for subscribers of the handle.
  ///
  /// The new subject is filled under the command's lock. It has no observers yet, so no user code runs. Lock order: the
  /// command's, then the subject's.
  var history: ValueHistory {
    core.state.withLock { _ in
      if let subject { return subject }
      let subject = ValueHistory.unbounded()
      for value in values { subject.send(value) }
      if stage == .settled, let end { subject.send(Event(end)) }
      values = []
      self.subject = subject
      return subject
    }
  }

  // MARK: Handles

  /// Counts another handle. Called while a handle exists, or before the work begins, so the count never rises from 0.
  func retainValues() { handleCount.add(1, ordering: .relaxed) }

  /// Releases the values if this was the last handle.
  func releaseValues() {
    guard handleCount.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    // Released without the lock, because that may run user code.
    let (released, history) = core.state.withLock { _ -> ([SentValue], ValueHistory?) in
      defer { values = [] }
      return (values, subject)
    }
    withExtendedLifetime(released) { history?.stopReplaying() }
  }

  // MARK: Working

  /// Begins the work, unless the execution was cancelled.
  func begin() {
    guard let start = core.state.withLock({ _ in pendingWork.take() }) else { return }
    if Trace.isOn { core.recordBeginning(of: self) { start(self) } } else { start(self) }
  }

  /// Runs the synchronous part of the work, unless the execution has ended.
  func attach<Value, Failure>(_ makeSignal: () -> Signal<Value, Failure>) {
    guard core.state.withLock({ _ in openCall() }) else { return }
    let signal = makeSignal()
    let sink = Sink<Value, Failure>(
      next: { self.send(SentValue($0)) },
      end: { if case .failed(let failure) = $0 { self.end(.failed(.failed(failure))) } else { self.end(.completed) } })
    if workSubscription.isActive { signal.attach(sink, to: workSubscription) }
    closeCall()
  }

  private func send(_ value: SentValue) {
    let (isOpen, history) = core.announcing { _ -> ((Bool, ValueHistory?), Announcement?) in
      guard openCall() else { return ((false, nil), nil) }
      if subject == nil, handleCount.load(ordering: .relaxed) > 0 { values.append(value) }
      return ((true, subject), .value(value))
    }
    guard isOpen else { return }
    history?.send(value)
    closeCall()
  }

  /// A reporter for the work.
  var reporter: ProgressReporter { ProgressReporter(execution: self) }

  /// Forwards a fraction that the work has reported.
  func report(_ fraction: Double) {
    if isActive { fractions?.send(fraction) }
  }

  private func announce(_ fraction: Double) {
    if core.announcing({ _ in openCall() ? (true, .progress(fraction)) : (false, nil) }) { closeCall() }
  }

  // MARK: Ending

  /// Ends the execution.
  ///
  /// Sets the end and tears the work down. When the last open call has returned, possibly on another thread, the
  /// command removes the execution and announces that. If another thread or a scheduler delivers the announcement, the
  /// handle may end before observers are notified.
  func end(_ end: End) {
    // Released without the lock, because that may run user code.
    let (isFirst, unstarted) = core.state.withLock { _ -> (Bool, Work?) in
      guard self.end == nil else { return (false, nil) }
      self.end = end
      return (true, pendingWork.take())
    }
    guard isFirst else { return }
    withExtendedLifetime(unstarted) {}
    workSubscription.dispose()
    closeCall()
  }

  /// Sends the end to the subscribers of the handle.
  func endHandle() {
    let history = core.state.withLock { _ in
      stage = .settled
      return subject
    }
    if let end { history?.send(Event(end)) }
    fractions?.complete()
  }

  /// Opens a call, unless the execution has ended. Called with the command's lock held.
  private func openCall() -> Bool {
    guard end == nil else { return false }
    openCalls.add(1, ordering: .relaxed)
    return true
  }

  private func closeCall() {
    if openCalls.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { core.finish(self) }
  }
}
