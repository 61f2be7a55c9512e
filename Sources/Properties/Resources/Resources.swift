public import Operators
public import StreamCore

/// Resources of one kind, by key: however many read a key, its answer is loaded once.
///
/// ```swift
/// let users = Resources<User.ID, User, RequestError>(policy: ResourcePolicy(staleAfter: .seconds(60))) {
///   id async throws(RequestError) in try await server.user(id)
/// }
/// users[7].subscribe { print($0.isPending) }       // one request
/// users[7].subscribe { print($0.isPending) }       // the same
/// ```
///
/// This object keeps each ``Resource`` that is observed. A resource that is neither held nor observed is released. Its
/// answer is then in the store, so that a later reader has it immediately, and without a load if it is fresh. May be
/// used from any thread.
public final class Resources<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  private struct Entry: Sendable {
    let known: WeakReference<Resource<Value, Failure>>

    /// The same resource, while it is observed.
    var kept: Resource<Value, Failure>?
  }

  private let entries = SharedDictionary<Key, Entry>()

  /// The number of entries at which those of released resources are dropped.
  private let sweepThreshold = Lock(64)
  private let store: any ResourceStore<Key, Value>
  private let make: @Sendable (Key, any ResourceStore<Key, Value>) -> Resource<Value, Failure>

  /// Creates the resources, whose loads are streams.
  ///
  /// - Parameters:
  ///   - policy: When to load again, for each key.
  ///   - store: Keeps the answers; by default the newest thousand, in memory.
  ///   - scheduler: Measures the times of the policy; by default its own queue.
  ///   - load: Returns the stream of the answer for a key. Each of its values is shown.
  public init(
    policy: ResourcePolicy<Failure> = ResourcePolicy(),
    store: any ResourceStore<Key, Value> = MemoryStore<Key, Value>(),
    on scheduler: any Scheduler = QueueScheduler(name: "rill.resource"),
    from load: @escaping @Sendable (Key) -> Signal<Value, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.store = store
    make = { [entries] key, store in
      let noteObserved: @Sendable (Bool) -> Void = { [weak entries] isObserved in
        entries?.update(key) { entry in
          let resource = entry?.known.object
          entry?.kept = isObserved ? resource : nil
        }
      }
      func resource(_ store: some ResourceStore<Key, Value>) -> Resource<Value, Failure> {
        Resource(
          Property(constant: key), store.answer(for: key), policy, scheduler, isRepeatable: true, isEager: false,
          noteObserved: noteObserved, store: { store.keep($0, for: key) }, load, CallSite(fileID, line), function)
      }
      return resource(store)
    }
  }

  /// Creates the resources, whose loads are asynchronous functions.
  ///
  /// The function runs in a task on the actor of the code that it is written in, or on none. The other parameters are
  /// those of ``init(policy:store:on:from:fileID:line:function:)``.
  public convenience init(
    policy: ResourcePolicy<Failure> = ResourcePolicy(),
    store: any ResourceStore<Key, Value> = MemoryStore<Key, Value>(),
    on scheduler: any Scheduler = QueueScheduler(name: "rill.resource"),
    @_inheritActorContext _ load: @escaping @Sendable @isolated(any) (Key) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(
      policy: policy, store: store, on: scheduler,
      from: { key in Signal { () async throws(Failure) in try await load(key) } },
      fileID: fileID, line: line, function: function)
  }

  /// The resource of a key: the same for all callers, as long as it is held or observed.
  public subscript(key: Key) -> Resource<Value, Failure> {
    if let resource = entries.value(for: key)?.known.object { return resource }
    let made = make(key, store)
    let used = entries.update(key) { entry in
      if let resource = entry?.known.object { return resource }
      entry = Entry(known: WeakReference(made))
      return made
    }
    sweep()
    return used
  }

  /// The answer for a key that changes: that of the resource of the current key.
  ///
  ///     key                        1--------2---------
  ///     answer of 1                pending-a----------
  ///     answer of 2                         pending-b-
  ///     property(for: key)         pending-apending-b-
  public func property(for key: some PropertyProtocol<Key>) -> Property<Loading<Value, Failure>> {
    key.flatMap { [self] in self[$0] }
  }

  /// Makes the answers of some keys stale: see ``Resource/invalidate()``. The stored answer of a key without a living
  /// resource is loaded again for the next observer.
  public func invalidate(_ keys: some Sequence<Key>) {
    for key in keys {
      if let resource = entries.value(for: key)?.known.object {
        resource.invalidate()
      } else {
        forgetTime(of: key, store)
      }
    }
  }

  private func forgetTime(of key: Key, _ store: some ResourceStore<Key, Value>) {
    if let answer = store.answer(for: key) { store.keep(StoredAnswer(answer.value), for: key) }
  }

  /// Drops the entries of released resources when the number of entries has doubled.
  private func sweep() {
    let count = entries.count
    let isDue = sweepThreshold.withLock { limit in
      guard count >= limit else { return false }
      limit = count * 2
      return true
    }
    guard isDue else { return }
    for entry in entries.all where entry.value.known.object == nil {
      entries.update(entry.key) { if $0?.known.object == nil { $0 = nil } }
    }
  }
}
