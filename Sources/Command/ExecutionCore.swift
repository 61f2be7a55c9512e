import StreamPrimitives
import StreamCore
import StreamTracing
import Subjects

/// What an ``Execution`` is a handle of: its work, what came of it, and its place in the command.
///
/// `openCalls` counts the synchronous part of the work, each value that is being sent, and the teardown, which is
/// counted from the beginning. The execution is over when the number is zero: so the work is torn down by then, also if
/// it ended in its own body, and observers hear a value before the end that it led to.
///
/// Values and failures have their types where they come in and where they go out; in between they have none, since
/// generic code that is not specialised takes ten times as long.
final class ExecutionCore: Sendable {
  typealias End = Completion<CommandError<any Error>>
  typealias Work = @Sendable (ExecutionCore) -> Void
  typealias ValueHistory = ReplaySubject<any Sendable, CommandError<any Error>>

  /// Whether the command counts it, and as what: not before it is accepted, and not when it is over. One is settled
  /// when its handle has ended.
  enum Stage { case waiting, running, uncounted, settled }

  // Guard of all that varies: the lock of the command. With a guard there is nothing for the exclusivity check to find.
  @exclusivity(unchecked) nonisolated(unsafe) var stage = Stage.uncounted

  /// Where the command's list has it.
  @exclusivity(unchecked) nonisolated(unsafe) var place = 0

  /// The work, until it begins.
  @exclusivity(unchecked) nonisolated(unsafe) private var pendingWork: Work?
  @exclusivity(unchecked) nonisolated(unsafe) private var openCalls = 1

  /// How it has ended. Once it is announced it does not vary any more.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) var end: End?

  /// How many handles there are. The announcement of its beginning counts as one, since the subscribers of
  /// `executionSignals` make handles then.
  private let handleCount = Atomic<Int>(1)

  /// The values so far, while there is a handle and no subscriber has come, and the subject that the first makes.
  @exclusivity(unchecked) nonisolated(unsafe) private var values: [any Sendable] = []
  @exclusivity(unchecked) nonisolated(unsafe) private var subject: ValueHistory?

  /// How far the work is, if it is of the kind that reports it.
  private let fractions: ReplaySubject<Double, Never>?

  /// Where the work is attached.
  private let workSubscription = Subscription()
  private let core: CommandCore

  /// Under which number a recording shows it, and with which input.
  let number = Trace.isOn ? TraceNode.nextRun() : 0
  let input: String?

  /// Who has asked for it.
  let thread = currentThread

  init(_ core: CommandCore, input: String?, reportsProgress: Bool, start: @escaping Work) {
    self.core = core
    self.input = input
    pendingWork = start
    fractions = reportsProgress ? ReplaySubject(count: 1) : nil
    progress?.attach(Sink(next: { [weak self] in self?.announce($0) }, end: { _ in }), to: Subscription())
  }

  /// What is reported; the same twice in a row is said once.
  var progress: Signal<Double, Never>? { fractions?.distinctUntilChanged() }

  /// Nobody can go on with the work any more, or end it.
  deinit {
    if end == nil { subject?.fail(.cancelled) }
    #if DEBUG
      if case .failed(.notEnabled) = end, subject == nil {
        Hints.say(
          """
          \(core.callSite): this command was executed while it was disabled, and nobody watches that execution. Bind \
          what executes it to `enabled`, or look at the execution's `result`.
          """)
      }
    #endif
  }

  var isActive: Bool { core.state.withLock { _ in end == nil } }

  /// All values and the end, for who listens to the handle.
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

  /// Keeps the values for another handle. Called while there is one, or before the work begins.
  func retainValues() { handleCount.add(1, ordering: .relaxed) }

  /// Releases the values, if no handle is left which could ask for them.
  func releaseValues() {
    guard handleCount.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    // Released after the lock: they may own anything.
    let (released, history) = core.state.withLock { _ -> ([any Sendable], ValueHistory?) in
      defer { values = [] }
      return (values, subject)
    }
    withExtendedLifetime(released) { history?.stopReplaying() }
  }

  // MARK: Working

  /// Begins the work, unless it was cancelled before.
  func begin() {
    guard let start = core.state.withLock({ _ in pendingWork.take() }) else { return }
    if Trace.isOn { core.recordBeginning(of: self) { start(self) } } else { start(self) }
  }

  /// Runs the synchronous part of the work, unless the execution is over.
  func attach<Value, Failure>(_ makeSignal: () -> Signal<Value, Failure>) {
    guard beginCall({}) != nil else { return }
    let signal = makeSignal()
    let sink = Sink<Value, Failure>(
      next: { self.send($0) },
      end: { if case .failed(let failure) = $0 { self.end(.failed(.failed(failure))) } else { self.end(.completed) } })
    if workSubscription.isActive { signal.attach(sink, to: workSubscription) }
    endCall()
  }

  private func send(_ value: any Sendable) {
    let listener = beginCall(telling: .value(value)) {
      if subject == nil, handleCount.load(ordering: .relaxed) > 0 { values.append(value) }
      return subject
    }
    guard let listener else { return }
    listener?.send(value)
    endCall()
  }

  /// Takes how far the work is.
  func report(_ fraction: Double) {
    if isActive { fractions?.send(fraction) }
  }

  private func announce(_ fraction: Double) {
    if beginCall(telling: .progress(fraction), {}) != nil { endCall() }
  }

  // MARK: Ending

  /// Ends it: the work is torn down, then the command counts it out and tells so, and the handle hears of it last.
  func end(_ end: End) {
    // What has not begun is released after the lock: it may own anything.
    let closed = core.state.withLock { _ -> Work?? in
      guard self.end == nil else { return nil }
      self.end = end
      return pendingWork.take()
    }
    guard closed != nil else { return }
    workSubscription.dispose()
    endCall()
  }

  /// Ends the handle.
  func settle() {
    let listener = core.state.withLock { _ in
      stage = .settled
      return subject
    }
    if let end { listener?.send(Event(end)) }
    fractions?.complete()
  }

  /// Counts the caller in, and in the same step announces something and does what belongs to that.
  ///
  /// - Returns: `nil` if it has ended.
  private func beginCall<Result>(telling news: Announcement? = nil, _ step: () -> Result) -> Result? {
    core.announcing { _, announcement in
      guard end == nil else { return nil }
      openCalls += 1
      announcement = news
      return step()
    }
  }

  private func endCall() {
    let isLast = core.state.withLock { _ in
      openCalls -= 1
      return openCalls == 0
    }
    if isLast { core.finish(self) }
  }
}
