/// The truth about a command, and the streams that tell it.
///
/// Whether an execution may start is decided under the lock, in one step with its start; what `enabled` and `executing` say is read
/// from the same state afterwards, with no lock held, by one thread at a time.
final class CommandCore<Value: Sendable, Failure: Error>: Sendable {
  private struct State {
    var conditionHolds = true
    var running = 0
    let policy: ExecutionPolicy

    var isEnabled: Bool { conditionHolds && policy.allowsStart(beside: running) }
  }

  let enabled = BehaviorSubject<Bool, Never>(true)
  let executing = BehaviorSubject<Bool, Never>(false)
  let executions = Subject<Signal<Value, Never>, Never>()
  let values = Subject<Value, Never>()
  let completions = Subject<Void, Never>()
  let errors = Subject<Failure, Never>()

  private let state: Lock<State>
  private let telling = Gate<Void>()

  init(_ policy: ExecutionPolicy) { state = Lock(State(policy: policy)) }

  var isEnabled: Bool { state.withLock { $0.isEnabled } }
  var isExecuting: Bool { state.withLock { $0.running > 0 } }

  /// Follows the condition until the result is disposed.
  func follow(_ condition: Signal<Bool, Never>) -> Disposable {
    condition.subscribe { [weak self] holds in
      self?.state.withLock { $0.conditionHolds = holds }
      self?.tell()
    }
  }

  /// Counts a new execution, if one may start.
  func begin() -> Bool {
    state.withLock { state in
      guard state.isEnabled else { return false }
      state.running += 1
      return true
    }
  }

  /// Lets observers know of an execution that is about to begin.
  func announce(_ execution: Execution<Value, Failure>) {
    tell()
    executions.send(execution.withoutFailure)
    execution.subscribe(next: { self.values.send($0) }, failed: { _ in })
  }

  /// Lets observers know how an execution ended, and then that it is over.
  func ended(_ completion: Completion<CommandError<Failure>>) {
    switch completion {
    case .completed: completions.send(())
    case .failed(.failed(let failure)): errors.send(failure)
    case .failed(.cancelled), .failed(.notEnabled): break
    }
    state.withLock { $0.running -= 1 }
    tell()
  }

  /// The command is gone.
  func close() {
    for complete in [enabled.complete, executing.complete, executions.complete] { complete() }
    for complete in [values.complete, completions.complete, errors.complete] { complete() }
  }

  /// Brings `executing` and `enabled` up to date. Two threads that change the state at once tell of it one after the other, and the one that
  /// is last tells what is true last.
  private func tell() {
    telling.admit(()) { _ in
      let (isExecuting, isEnabled) = state.withLock { ($0.running > 0, $0.isEnabled) }
      executing.value = isExecuting
      enabled.value = isEnabled
    }
  }
}

extension Execution {
  /// The values of the execution; it completes however the execution ends.
  fileprivate var withoutFailure: Signal<Value, Never> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      source.attach(Sink(next: sink.next, end: { _ in sink.end(.completed) }), to: subscription)
    })
  }
}
