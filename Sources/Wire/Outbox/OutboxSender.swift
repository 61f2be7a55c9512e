import Operators
import Properties
import StreamCore
import Subjects

/// The entries of an ``Outbox``, and the lanes that send them until the outbox is released.
///
/// Any thread may call it. `save` and the user's closures run without the lock. Two calls of `save` never overlap for
/// one key: the caller has claimed the entry or is storing it (see ``Stage``). The outbox and its running lanes retain
/// it.
final class OutboxSender<Message: Sendable, Answer: Sendable, Failure: Error>: Sendable {
  typealias Box = Outbox<Message, Answer, Failure>
  typealias Entry = Box.Entry
  typealias Lane = OutboxLane<Message, Answer, Failure>
  typealias Reply = ReplaySubject<Answer, OutboxFailure<Failure>>
  typealias Save = @Sendable ([StoredChange<Message>]) throws(StoreFailure) -> Void

  /// An entry to send, and the lane that sends it.
  struct LaneEntry: Sendable {
    let entry: Entry
    let lane: String
  }

  /// The stage of an entry, which is *gone* when it is removed.
  ///
  ///     storing → waiting     The entry is stored. After a retry, also if it cannot be stored.
  ///     storing → gone        A `post` cannot be stored.
  ///     storing → refused     A `post` that was to replace a refused entry with the same key cannot be stored.
  ///     storing → discarded   Another call discards the entry.
  ///     discarded → gone      The call that stores the entry ends. If the store has the entry, the call removes it.
  ///     refused → storing     A retry.
  ///     waiting → claimed     An acknowledgement, a refusal, an edit or a discard.
  ///     refused → claimed     An edit, a discard, or a `post` that replaces the entry.
  ///     claimed → gone        An acknowledgement, a refusal, an edit or a discard.
  ///     claimed → refused     A refusal, if refused entries are kept.
  ///     claimed → storing     A `post` that replaces the entry.
  ///     claimed → as before   An edit or a discard cannot be stored.
  ///
  /// The initial entries are *waiting* or *refused*.
  ///
  /// Only the call that makes an entry *claimed* or *storing* sets its next stage. There is one exception: another call
  /// may make a *storing* entry *discarded*.
  private enum Stage { case storing, waiting, refused, claimed, discarded }

  /// The stage of an entry, and the subject of its answer.
  ///
  /// When an entry is refused, its reply fails. If the entry is kept, it gets a new reply.
  private struct Known {
    var stage: Stage
    var reply = Reply(count: 1)
  }

  /// A claimed entry. Its `lane` is `nil` if it was refused.
  private struct Claim {
    let key: String
    let reply: Reply
    let lane: String?
  }

  /// The entries and the running lanes. Guarded by: the lock that contains them.
  private struct State: Sendable {
    /// The stage and the reply of each entry, by its key, also of one that is being stored.
    var known: [String: Known] = [:]

    /// The entries to send, and the refused ones. New ones are appended. A claimed entry stays in its array.
    ///
    /// The sender's properties of the same names are copies: see `publish`.
    var queue: [LaneEntry] = []
    var refused: [Box.Refused] = []

    /// The running lanes.
    ///
    /// A lane is removed under the lock, when it may send no entry. So once an entry may be sent, `startLane` finds a
    /// lane that will send it, or starts one.
    var lanes: [String: Lane] = [:]

    /// Starts a lane; `nil` before ``start(_:send:)`` and after ``stop()``.
    var start: (@Sendable (Lane) -> Void)?

    /// The entries of a lane that may be sent. An entry that is claimed blocks those after it, to keep the order.
    func entries(of lane: String) -> [Entry] {
      queue.filter { $0.lane == lane }.prefix { known[$0.entry.key]?.stage == .waiting }.map(\.entry)
    }

    mutating func drop(_ key: String) {
      known[key] = nil
      queue.removeAll { $0.entry.key == key }
      refused.removeAll { $0.key == key }
    }
  }

  let queue: MutableProperty<[LaneEntry]>
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
    var state = State()
    for entry in stored where state.known[entry.key] == nil {
      var stage = Stage.refused
      switch entry.content {
      case .waiting(let message):
        stage = .waiting
        state.queue.append(LaneEntry(entry: Entry(key: entry.key, message: message), lane: lane(message)))
      case .refused(let message, let reason):
        state.refused.append(Box.Refused(key: entry.key, message: message, reason: .earlier(reason)))
      case .unreadable(let reason):
        state.refused.append(Box.Refused(key: entry.key, message: nil, reason: .unreadable(reason)))
      }
      state.known[entry.key] = Known(stage: stage)
    }
    queue = MutableProperty(state.queue)
    refused = MutableProperty(state.refused)
    self.state = Lock(state)
    entries = queue.map { $0.map(\.entry) }
  }

  // MARK: Lanes

  /// Sends entries until the outbox is released.
  func start(_ scheduler: any Scheduler, send: @escaping @Sendable ([Entry]) -> Lane.Sending) {
    state.withLock { $0.start = { $0.start(scheduler, send: send) } }
    for lane in Set(untracked { queue.value }.map(\.lane)).sorted() { startLane(lane) }
  }

  /// Starts a lane unless it runs.
  ///
  /// The caller has published the lane's entries. A paused lane waits while the property `queue` has an entry of the
  /// lane. With unpublished entries only, it would neither wait nor end.
  private func startLane(_ name: String) {
    let new = Lane(name, self)
    let start = state.withLock { state -> (@Sendable (Lane) -> Void)? in
      guard let start = state.start, state.lanes[name] == nil else { return nil }
      state.lanes[name] = new
      return start
    }
    if let start { outsideBatch { start(new) } }
  }

  /// Removes a lane if it may send no entry. `startLane` starts another one.
  ///
  /// - Returns: Whether the lane ends. It also ends after ``stop()``.
  func removeIfEmpty(_ lane: Lane) -> Bool {
    state.withLock { state in
      guard state.start != nil else { return true }
      guard state.entries(of: lane.name).isEmpty else { return false }
      state.lanes[lane.name] = nil
      return true
    }
  }

  func entries(of lane: String) -> [Entry] { state.withLock { $0.entries(of: lane) } }

  /// Stops sending. The streams of answers complete when the replies are released.
  ///
  /// The lists stay, so a later `publish` does not empty the properties.
  func stop() {
    var left = State()
    state.withLock { state in
      swap(&state, &left)
      (state.queue, state.refused) = (left.queue, left.refused)
    }
    for lane in left.lanes.values { lane.subscription.dispose() }
  }

  // MARK: Entries

  /// Enqueues an entry unless it is queued, and returns its answer; `nil` if the outbox is full.
  ///
  /// If a refused entry has the same key, that entry is retried instead. If it cannot be read, `entry` replaces it.
  ///
  /// - Parameter other: The key of an entry to replace; `entry` has a new key. The replaced entry is removed in the
  ///   same step. If another call is changing it, ``discard(_:)`` tries to remove it after `entry` is stored.
  func post(_ entry: Entry, _ limit: Int, replacing other: String? = nil) -> Signal<Answer, OutboxFailure<Failure>>? {
    if let answer = retry(entry.key) { return answer }
    // Without `other`, claims a refused entry with the same key, to replace it. That entry cannot be read, or was
    // refused after `retry` had looked for it.
    let claim = claim(other ?? entry.key, from: other == nil ? [.refused] : [.waiting, .refused])
    let new = Known(stage: .storing)
    let (reply, isNew): (Reply?, Bool) = state.withLock { state in
      if let known = state.known[entry.key], claim?.key != entry.key { return (known.reply, false) }
      guard claim != nil || state.known.count < limit else { return (nil, false) }
      state.known[entry.key] = new
      return (new.reply, true)
    }
    guard isNew else { return reply?.signal }
    do throws(StoreFailure) {
      try save((claim.map { [.removed(key: $0.key)] } ?? []) + [.posted(key: entry.key, entry.message)])
      enqueue(entry, replacing: claim)
      noteSaving(nil)
      // `other` was unknown, or another call was changing it.
      if claim == nil, let other { _ = discard(other) }
    } catch {
      noteSaving(error)
      if claim?.key != entry.key { state.withLock { $0.known[entry.key] = nil } }
      if let claim { giveBack(claim, error) }
      new.reply.fail(.notStored(error))
    }
    return new.reply.signal
  }

  /// Makes an entry waiting, or removes it if it was discarded meanwhile.
  ///
  /// The store has the entry as one to send. If a retry could not be stored, the store has it as a refused one.
  ///
  /// - Parameter other: An entry that is removed in the same step.
  private func enqueue(_ entry: Entry, replacing other: Claim? = nil) {
    let lane = laneOf(entry.message)
    let isDiscarded = state.withLock { state in
      let known = state.known[entry.key]
      if let other { state.drop(other.key) }
      state.drop(entry.key)
      state.known[entry.key] = known
      if known?.stage == .discarded { return true }
      state.known[entry.key]?.stage = .waiting
      state.queue.append(LaneEntry(entry: entry, lane: lane))
      return false
    }
    publish()
    other?.reply.fail(.discarded)
    if let lane = other?.lane { startLane(lane) }
    guard isDiscarded else { return startLane(lane) }
    removeDiscarded(entry.key)
  }

  /// Removes an entry that was discarded while a call was storing it, also from the store.
  private func removeDiscarded(_ key: String) {
    trySave([.removed(key: key)])
    state.withLock { $0.drop(key) }
  }

  /// Removes an entry that was acknowledged, and answers.
  func acknowledge(_ acknowledgement: Box.Acknowledgement) {
    guard let claim = claim(acknowledgement.key, from: [.waiting]) else { return }
    trySave([.removed(key: claim.key)])
    state.withLock { $0.drop(claim.key) }
    publish(withRefused: false)
    claim.reply.send(acknowledgement.answer)
    claim.reply.complete()
  }

  /// Removes an entry that is not sent again, or keeps it as a refused one.
  func refuse(_ entry: Entry, _ reason: Disconnection<Failure>) {
    guard let claim = claim(entry.key, from: [.waiting]) else { return }
    trySave([keepsRefused ? .refused(key: entry.key, reason: "\(reason)") : .removed(key: entry.key)])
    state.withLock { state in
      state.drop(entry.key)
      guard keepsRefused else { return }
      state.known[entry.key] = Known(stage: .refused)
      state.refused.append(Box.Refused(key: entry.key, message: entry.message, reason: .gaveUp(reason)))
    }
    publish(withRefused: keepsRefused)
    claim.reply.fail(.gaveUp(reason))
  }

  /// Sends a refused entry again, and returns its answer; `nil` if no refused entry with a message has the key.
  ///
  /// If another call has claimed the entry or is storing it, only returns the answer.
  func retry(_ key: String) -> Signal<Answer, OutboxFailure<Failure>>? {
    let (message, reply): (Message?, Reply?) = state.withLock { state in
      guard let message = state.refused.first(where: { $0.key == key })?.message else { return (nil, nil) }
      guard state.known[key]?.stage == .refused else { return (nil, state.known[key]?.reply) }
      state.known[key]?.stage = .storing
      return (message, state.known[key]?.reply)
    }
    guard let message else { return reply?.signal }
    trySave([.reopened(key: key)])
    enqueue(Entry(key: key, message: message))
    return reply?.signal
  }

  /// Discards an entry. Returns `false` if there is none, it was claimed or discarded, or its removal cannot be stored.
  ///
  /// An entry that is being stored becomes *discarded*, and the call that stores it then removes it.
  func discard(_ key: String) -> Bool {
    if let claim = claim(key, from: [.waiting, .refused]) {
      if let failure = trySave([.removed(key: key)]) {
        giveBack(claim, failure)
        return false
      }
      state.withLock { $0.drop(key) }
      publish()
      claim.reply.fail(.discarded)
      if let lane = claim.lane { startLane(lane) }
      return true
    }
    let stored = state.withLock { state -> Reply? in
      guard state.known[key]?.stage == .storing else { return nil }
      state.known[key]?.stage = .discarded
      return state.known[key]?.reply
    }
    stored?.fail(.discarded)
    return stored != nil
  }

  /// Claims an entry at one of some stages; `nil` if there is none. The caller ends or gives back the claim.
  private func claim(_ key: String, from stages: Set<Stage>) -> Claim? {
    state.withLock { state in
      guard let known = state.known[key], stages.contains(known.stage) else { return nil }
      state.known[key]?.stage = .claimed
      let lane = state.queue.first { $0.entry.key == key }?.lane
      return Claim(key: key, reply: known.reply, lane: lane)
    }
  }

  /// Ends the claim of an entry whose change could not be stored.
  private func giveBack(_ claim: Claim, _ failure: StoreFailure) {
    if let lane = claim.lane {
      state.withLock { $0.known[claim.key]?.stage = .waiting }
      return startLane(lane)
    }
    // If a `post` could not replace a refused entry, the new entry may have been discarded meanwhile.
    let isDiscarded = state.withLock { state in
      if state.known[claim.key]?.stage == .discarded { return true }
      state.known[claim.key] = Known(stage: .refused)
      return false
    }
    // A `post` or `retry` of the key may have returned this reply, so it has to end. A refused entry has a new one.
    claim.reply.fail(isDiscarded ? .discarded : .notStored(failure))
    guard isDiscarded else { return }
    removeDiscarded(claim.key)
    publish()
  }

  /// Copies the lists to the properties, outside of the caller's batch.
  ///
  /// The change is final, so a rollback must not undo it. The lock is taken inside `modify`, so of two overlapping
  /// calls the later state wins.
  private func publish(withRefused: Bool = true) {
    outsideBatch {
      batch {
        queue.modify { [self] in $0 = state.withLock { $0.queue } }
        if withRefused { refused.modify { [self] in $0 = state.withLock { $0.refused } } }
      }
    }
  }

  // MARK: The store

  /// Stores a change, and returns the failure.
  ///
  /// If an acknowledgement, a refusal, a retry, or the removal of a *discarded* entry cannot be stored, it takes effect
  /// nevertheless. (A `discard` gives its claim back.) After a restart such an entry has the stage that was stored
  /// last. A waiting entry is sent again, with effect if the other side does not know its key. A retried entry is
  /// refused again.
  @discardableResult
  private func trySave(_ changes: [StoredChange<Message>]) -> StoreFailure? {
    do throws(StoreFailure) {
      try save(changes)
      noteSaving(nil)
      return nil
    } catch {
      noteSaving(error)
      return error
    }
  }

  /// Publishes the result of `save`. A rollback of the caller's batch does not undo it.
  private func noteSaving(_ failure: StoreFailure?) {
    outsideBatch { if failure != nil || untracked({ storeFailure.value }) != nil { storeFailure.value = failure } }
  }
}
