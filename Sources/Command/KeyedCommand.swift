public import Properties
import StreamCore

/// A command for each key: executions of different keys do not block each other.
///
/// ```swift
/// let save = KeyedCommand(by: { (row: Row) in row.id }, policy: .latest) { row async throws(SaveError) in
///   try await server.save(row)
/// }
/// save.execute(row)                                // replaces a running save of the same row only
/// let canSave = save[row.id].enabled
/// ```
///
///     execute(a1)    x--------|
///     execute(b1)    --x--------|       another key: runs beside it
///     execute(a2)    ----!              refused: `exclusive`, and a1 is running
///
/// Each key has a separate ``Command``, which is made when the key is first used. It is kept while it executes or is
/// held, and its properties and streams are those of any command. May be used from any thread.
public final class KeyedCommand<Key: Hashable & Sendable, Input: Sendable, Value: Sendable, Failure: Error>: Sendable {
  private struct Entry: Sendable {
    let known: WeakReference<Command<Input, Value, Failure>>

    /// The same command, while it executes.
    var kept: Command<Input, Value, Failure>?
  }

  /// The keys that are executing.
  public var executing: Property<Set<Key>> { running.property }

  private let running = MutableProperty<Set<Key>>([])
  private let commands = SharedDictionary<Key, Entry>()
  private let key: @Sendable (Input) -> Key
  private let make: @Sendable (Key) -> Command<Input, Value, Failure>

  /// Creates the commands by a function, which may give each key its own condition and policy.
  ///
  /// - Parameters:
  ///   - key: Returns the key of an input.
  ///   - make: Returns the command of a key. If two threads use a new key at the same time, it may run for each.
  public init(
    by key: @escaping @Sendable (Input) -> Key, making make: @escaping @Sendable (Key) -> Command<Input, Value, Failure>
  ) {
    (self.key, self.make) = (key, make)
  }

  /// Creates commands whose work is an asynchronous function.
  ///
  /// - Parameters:
  ///   - key: Returns the key of an input.
  ///   - policy: The rule for executing a key that is executing.
  ///   - scheduler: The scheduler on which observers are notified.
  ///   - work: Runs in a task, on the actor of the code that contains it.
  public convenience init(
    by key: @escaping @Sendable (Input) -> Key, policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(by: key) { _ in
      Command(policy: policy, on: scheduler, work: work, fileID: fileID, line: line, function: function)
    }
  }

  /// The command of a key.
  public subscript(key: Key) -> Command<Input, Value, Failure> {
    if let command = commands.value(for: key)?.known.object { return command }
    let made = make(key)
    let used = commands.update(key) { entry in
      if let command = entry?.known.object { return command }
      entry = Entry(known: WeakReference(made))
      return made
    }
    if used === made {
      made.executing.subscribe { [weak self, weak made] isExecuting in
        if let self, let made, !isExecuting { settle(key, made) }
      }
    }
    return used
  }

  /// Executes the command of the input's key. See ``Command/execute(_:)``.
  @discardableResult
  public func execute(_ input: Input) -> Execution<Value, Failure> {
    let key = key(input)
    let command = self[key]
    let execution = command.execute(input)
    settle(key, command)
    return execution
  }

  /// Cancels every execution of every key.
  public func cancelAll() { for entry in commands.all { entry.value.known.object?.cancelAll() } }

  /// Keeps the command of a key while it executes. Called after each change, so the last call sees the newest state.
  private func settle(_ key: Key, _ command: Command<Input, Value, Failure>) {
    let isExecuting = commands.update(key) { entry in
      let isExecuting = command.facts.isExecuting
      entry = isExecuting || entry?.known.object != nil ? Entry(known: WeakReference(command)) : nil
      entry?.kept = isExecuting ? command : nil
      return isExecuting
    }
    let wasNoted = untracked { running.value.contains(key) }
    guard isExecuting != wasNoted else { return }
    running.modify { running in
      if command.facts.isExecuting { running.insert(key) } else { running.remove(key) }
    }
  }
}
