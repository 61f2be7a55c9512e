import Operators
import Properties
import StreamCore
import Subjects

/// The entries of an ``Outbox``, and the lanes that send them until the outbox is released.
final class OutboxSender<Message: Sendable, Answer: Sendable, Failure: Error>: Sendable {
  typealias Box = Outbox<Message, Answer, Failure>
  typealias Entry = Box.Entry
  typealias Lane = OutboxLane<Message, Answer, Failure>
  typealias Reply = ReplaySubject<Answer, OutboxFailure<Failure>>
  typealias Save = @Sendable ([StoredChange<Message>]) throws(StoreFailure) -> Void

  /// A waiting entry, and the lane that sends it.
  struct Waiting: Sendable {
    let entry: Entry
    let lane: String
  }

  private struct State: Sendable {
    /// The answers to the waiting entries, and to those that are being stored, by their keys.
    var replies: [String: Reply] = [:]

    /// The lanes that send, or look whether there is an entry to send.
    var lanes: [String: Lane] = [:]

    /// Starts a lane; `nil` before ``start(_:send:)`` and after ``stop()``.
    var start: (@Sendable (Lane) -> Void)?
  }

  let waiting: MutableProperty<[Waiting]>
  let entries: Property<[Entry]>
  let refused: MutableProperty<[Box.Refused]>
  let isPaused = MutableProperty(false)
  let storeFailure = MutableProperty<StoreFailure?>(nil)

  /// Ends the waits before the next sendings.
  let hurry = Subject<Void, Never>()
  let policy: RetryPolicy<Disconnection<Failure>>
  private let laneOf: @Sendable (Message) -> String
  private let keepsRefused: Bool
  private let save: Save
  private let state: Lock<State>

  init(
    _ stored: [StoredEntry<Message>], _ policy: RetryPolicy<Disconnection<Failure>>,
    _ lane: @escaping @Sendable (Message) -> String, keepsRefused: Bool, save: @escaping Save
  ) {
    (self.policy, laneOf, self.keepsRefused, self.save) = (policy, lane, keepsRefused, save)
    var (known, waiting, refused): (Set<String>, [Waiting], [Box.Refused]) = ([], [], [])
    var state = State()
    for entry in stored where known.insert(entry.key).inserted {
      switch entry.content {
      case .waiting(let message):
        let queued = Waiting(entry: Entry(key: entry.key, message: message), lane: lane(message))
        waiting.append(queued)
        state.replies[entry.key] = Reply(count: 1)
      case .refused(let message, let reason):
        refused.append(Box.Refused(key: entry.key, message: message, reason: .earlier(reason)))
      case .unreadable(let reason):
        refused.append(Box.Refused(key: entry.key, message: nil, reason: .unreadable(reason)))
      }
    }
    self.waiting = MutableProperty(waiting)
    self.refused = MutableProperty(refused)
    self.state = Lock(state)
    entries = self.waiting.map { $0.map(\.entry) }
  }

  // MARK: Lanes

  /// Sends entries until the outbox is released.
  func start(_ scheduler: any Scheduler, send: @escaping @Sendable ([Entry]) -> Lane.Sending) {
    state.withLock { $0.start = { $0.start(scheduler, send: send) } }
    for lane in Set(untracked { waiting.value }.map(\.lane)).sorted() { startLane(lane) }
  }

  /// Starts a lane unless it is running, after its entries are in `waiting`.
  private func startLane(_ name: String) {
    let new = Lane(name, self)
    let start = state.withLock { state -> (@Sendable (Lane) -> Void)? in
      guard let start = state.start, state.lanes[name] == nil else { return nil }
      state.lanes[name] = new
      return start
    }
    start?(new)
  }

  /// Whether a lane has no entries, so that it ends. The next entry starts another one.
  ///
  /// The lane is removed before this check. Otherwise an entry that arrives between the check and the removal would
  /// start no lane.
  func ends(_ lane: Lane) -> Bool {
    state.withLock { if $0.lanes[lane.name] === lane { $0.lanes[lane.name] = nil } }
    if entries(of: lane.name).isEmpty { return true }
    return state.withLock { state in
      guard state.start != nil, state.lanes[lane.name] == nil else { return true }
      state.lanes[lane.name] = lane
      return false
    }
  }

  func entries(of lane: String) -> [Entry] {
    untracked { waiting.value }.compactMap { $0.lane == lane ? $0.entry : nil }
  }

  /// Stops sending. The streams of answers complete when the replies are released.
  func stop() {
    var left = State()
    state.withLock { swap(&$0, &left) }
    for lane in left.lanes.values { lane.subscription.dispose() }
  }

  // MARK: Entries

  /// Enqueues an entry unless it is queued, and returns its answer; `nil` if the outbox is full.
  ///
  /// - Parameter other: The key of an entry that is removed in the same step.
  func post(_ entry: Entry, _ limit: Int, replacing other: String? = nil) -> Signal<Answer, OutboxFailure<Failure>>? {
    if other == nil, let answer = retry(entry.key) { return answer }
    let (new, kept) = (Reply(count: 1), untracked { refused.value.count })
    let (reply, isNew): (Reply?, Bool) = state.withLock { state in
      if let known = state.replies[entry.key] { return (known, false) }
      guard state.replies.count + kept < limit || other != nil else { return (nil, false) }
      state.replies[entry.key] = new
      return (new, true)
    }
    guard isNew else { return reply?.signal }
    do throws(StoreFailure) {
      try save((other.map { [.removed(key: $0)] } ?? []) + [.posted(key: entry.key, entry.message)])
      enqueue(entry) { [self] in if let other { forget(other) } }
      noteStored()
    } catch {
      storeFailure.value = error
      _ = state.withLock { $0.replies.removeValue(forKey: entry.key) }
      new.fail(.notStored(error))
    }
    return new.signal
  }

  /// Appends an entry whose reply is known, and starts its lane.
  ///
  /// - Parameter change: A change in the same step.
  private func enqueue(_ entry: Entry, with change: () -> Void) {
    let lane = laneOf(entry.message)
    // The entry is stored, so a batch of the caller must not take it back.
    outsideBatch {
      batch {
        change()
        waiting.modify { $0.append(Waiting(entry: entry, lane: lane)) }
      }
      // Another thread may have discarded it before it was stored, or before it was in `waiting`.
      let isDiscarded = state.withLock { $0.start != nil && $0.replies[entry.key] == nil }
      guard isDiscarded else { return startLane(lane) }
      remove(entry.key)
      trySave([.removed(key: entry.key)])
    }
  }

  /// Removes an entry that was acknowledged, and answers.
  func acknowledge(_ acknowledgement: Box.Acknowledgement) {
    trySave([.removed(key: acknowledgement.key)])
    guard let reply = remove(acknowledgement.key) else { return }
    reply.send(acknowledgement.answer)
    reply.complete()
  }

  /// Removes an entry that is not sent again, or keeps it as a refused one.
  func refuse(_ entry: Entry, _ reason: Disconnection<Failure>) {
    trySave([keepsRefused ? .refused(key: entry.key, reason: "\(reason)") : .removed(key: entry.key)])
    let reply = batch {
      let reply = remove(entry.key)
      if keepsRefused, reply != nil {
        refused.modify { $0.append(Box.Refused(key: entry.key, message: entry.message, reason: .gaveUp(reason))) }
      }
      return reply
    }
    reply?.fail(.gaveUp(reason))
  }

  func retry(_ key: String) -> Signal<Answer, OutboxFailure<Failure>>? {
    guard let message = untracked({ refused.value }).first(where: { $0.key == key })?.message else { return nil }
    let new = Reply(count: 1)
    let isNew = state.withLock { state in
      guard state.replies[key] == nil else { return false }
      state.replies[key] = new
      return true
    }
    guard isNew else { return state.withLock { $0.replies[key] }?.signal }
    trySave([.reopened(key: key)])
    enqueue(Entry(key: key, message: message)) { refused.modify { $0.removeAll { $0.key == key } } }
    return new.signal
  }

  func discard(_ key: String) -> Bool {
    let isKnown =
      untracked { refused.value }.contains { $0.key == key } || state.withLock { $0.replies[key] != nil }
    guard isKnown, trySave([.removed(key: key)]) else { return false }
    outsideBatch { batch { forget(key) } }
    return true
  }

  /// Removes an entry, waiting or refused, from memory.
  private func forget(_ key: String) {
    refused.modify { $0.removeAll { $0.key == key } }
    remove(key)?.fail(.discarded)
  }

  /// Removes a waiting entry, and returns its answer.
  @discardableResult
  private func remove(_ key: String) -> Reply? {
    let reply = state.withLock { $0.replies.removeValue(forKey: key) }
    waiting.modify { waiting in
      if let place = waiting.firstIndex(where: { $0.entry.key == key }) { waiting.remove(at: place) }
    }
    return reply
  }

  // MARK: The store

  /// Stores a change that cannot be taken back. If that fails, the entry is sent again after a restart, and recognized
  /// by its key.
  @discardableResult
  private func trySave(_ changes: [StoredChange<Message>]) -> Bool {
    do throws(StoreFailure) {
      try save(changes)
      noteStored()
      return true
    } catch {
      storeFailure.value = error
      return false
    }
  }

  private func noteStored() { if untracked({ storeFailure.value }) != nil { storeFailure.value = nil } }
}
