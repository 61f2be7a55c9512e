public import Properties
public import StreamCore

/// A command whose waiting inputs are merged into one: while it executes, all further calls share the next execution.
///
/// ```swift
/// let save = MergingCommand(merging: { (old: Edits, new) in old + new }) { edits async throws(SaveError) in
///   try await server.save(edits)
/// }
/// ```
///
///     execute      1----2--3----------
///     work         1-------|(23)---|          2 and 3 have the same execution
///
/// One execution runs at a time, and at most one waits. An input is merged until its execution begins. Cancelling an
/// execution cancels it for all callers that share it. May be used from any thread.
public final class MergingCommand<Input: Sendable, Value: Sendable, Failure: Error>: Sendable {
  private typealias Waiting = (input: MergedInput<Input>, execution: Execution<Value, Failure>)

  private let command: Command<MergedInput<Input>, Value, Failure>

  /// The latest input, and its execution. It is stored before the execution can begin, so that every later call finds
  /// it until then.
  private let waiting = Lock<Waiting?>(nil)
  private let merge: @Sendable (Input, Input) -> Input

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - condition: Whether the command is enabled.
  ///   - scheduler: The scheduler on which observers are notified.
  ///   - merge: Merges a new input into one that waits. No lock is held; it may run again.
  ///   - work: Runs in a task, on the actor of the code that contains it.
  public init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), on scheduler: any Scheduler = .main,
    merging merge: @escaping @Sendable (_ waiting: Input, _ new: Input) -> Input,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.merge = merge
    command = Command(
      enabledIf: condition, policy: .queue, on: scheduler,
      work: { (merged: MergedInput<Input>) in
        let input = merged.take()
        return Signal { () async throws(Failure) in try await work(input) }
      }, fileID: fileID, line: line, function: function)
  }

  /// Starts the work, or merges the input into the waiting one and returns the shared execution.
  @discardableResult
  public func execute(_ input: Input) -> Execution<Value, Failure> {
    let own = MergedInput(input)
    let execution = command.makeExecution(own)
    while true {
      let seen = waiting.withLock { $0 }
      if let (merged, other) = seen, other.isActive, let (old, version) = merged.current {
        if merged.set(merge(old, input), ifVersion: version) { return other }
      } else if replace(seen, by: (own, execution)) {
        command.start(execution)
        // An execution that has begun is released.
        if own.current == nil { _ = replace((own, execution), by: nil) }
        return execution
      }
    }
  }

  /// Replaces the waiting input, unless another call has done so.
  private func replace(_ old: Waiting?, by new: Waiting?) -> Bool {
    // Released when the lock is free.
    var replaced = new
    return waiting.withLock { waiting in
      guard waiting?.input === old?.input else { return false }
      swap(&waiting, &replaced)
      return true
    }
  }

  /// Cancels the running execution and the waiting one.
  public func cancelAll() { command.cancelAll() }

  /// Whether the command may be executed, as observers know it.
  public var enabled: Property<Bool> { command.enabled }

  /// Whether an execution is running, as observers know it.
  public var executing: Property<Bool> { command.executing }

  /// The values of all executions from now on.
  public var values: Signal<Value, Never> { command.values }

  /// The failure of each execution that fails from now on.
  public var errors: Signal<Failure, Never> { command.errors }
}

/// An input that can be changed until its execution begins.
private final class MergedInput<Input: Sendable>: Sendable {
  private struct State: Sendable {
    var input: Input
    var version = 0
    var isTaken = false
  }

  private let state: Lock<State>

  init(_ input: Input) { state = Lock(State(input: input)) }

  /// The input, and the number of its changes; `nil` once the execution has begun.
  var current: (input: Input, version: Int)? { state.withLock { $0.isTaken ? nil : ($0.input, $0.version) } }

  func take() -> Input {
    state.withLock { state in
      state.isTaken = true
      return state.input
    }
  }

  func set(_ input: Input, ifVersion version: Int) -> Bool {
    var replaced = input
    return state.withLock { state in
      guard !state.isTaken, state.version == version else { return false }
      swap(&state.input, &replaced)
      state.version += 1
      return true
    }
  }
}
