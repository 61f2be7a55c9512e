import Operators
import StreamCore
import Subjects

/// The state of a resource, and the question that it answers.
struct KnownAnswer<Question: Sendable, Value: Sendable, Failure: Error>: Sendable {
  var asked: Identified<Question>?
  var state: Loading<Value, Failure>

  /// The number of values that were set locally. A load that began before such a set does not replace its value.
  var sets = 0
}

/// The loading of a ``Resource``: one load at a time, for the current question, while there is an observer.
final class ResourceLoad<Question: Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias State = Loading<Value, Failure>

  private struct Progress: Sendable {
    /// The number of loads that have begun, and the one that is running.
    var begun = 0
    var running: Int?

    /// When the answer was loaded; `nil` if it is to be loaded again.
    var loadedAt: AnyInstant?
  }

  /// The questions. It does not keep the property of the question: the resource does.
  private let questions: Signal<Identified<Question>, Never>
  let answers: MutableProperty<KnownAnswer<Question, Value, Failure>>

  /// Sends when a load has ended or was cancelled.
  let settled = Subject<Void, Never>()

  /// Called with the answers of loads, and with values that were set.
  let store: @Sendable (StoredAnswer<Value>) -> Void

  /// The requests to load again.
  private let again = Subject<Void, Never>()
  private let progress: Lock<Progress>
  private let policy: ResourcePolicy<Failure>
  private let scheduler: any Scheduler
  private let load: @Sendable (Question) -> Signal<Value, Failure>

  init(
    _ questions: Signal<Identified<Question>, Never>, _ answers: MutableProperty<KnownAnswer<Question, Value, Failure>>,
    loadedAt: AnyInstant?, _ policy: ResourcePolicy<Failure>, _ scheduler: any Scheduler,
    store: @escaping @Sendable (StoredAnswer<Value>) -> Void,
    _ load: @escaping @Sendable (Question) -> Signal<Value, Failure>
  ) {
    (self.questions, self.answers, self.policy, self.scheduler) = (questions, answers, policy, scheduler)
    (self.store, self.load) = (store, load)
    progress = Lock(Progress(loadedAt: loadedAt))
  }

  var isLoading: Bool { progress.withLock { $0.running != nil } }
  var begun: Int { progress.withLock { $0.begun } }

  /// Loads the answers to all questions.
  ///
  /// It never sends. It completes after the last question and, if it is repeatable, after the last request.
  func run(isRepeatable: Bool) -> Signal<Never, Never> {
    questions.flatMapLatest { [self] asked -> Signal<Never, Never> in
      guard isRepeatable else { return load(asked, isForced: false) }
      let polls = policy.poll.map { [self] poll in
        Signal.interval(every: poll, on: scheduler).filter { [self] _ in !isLoading }.map { _ in true }
      }
      // Subscribed to before the first load begins, which may ask for another one.
      return again.map { true }.merge(polls ?? .empty).merge(Signal.just(false))
        .flatMapLatest { [self] isForced in load(asked, isForced: isForced) }
    }
  }

  /// Loads the answer once, unless it is fresh.
  private func load(_ asked: Identified<Question>, isForced: Bool) -> Signal<Never, Never> {
    .deferred { [self] in
      guard isForced || !isFresh(asked) else { return .empty }
      let number = progress.withLock { progress in
        progress.begun += 1
        progress.running = progress.begun
        return progress.begun
      }
      let sets = begin(asked)
      let values = load(asked.value)
      let hasAnswered = Lock(false)
      return (policy.retry.map { values.retry($0, on: scheduler) } ?? values)
        .on(
          next: { [self] value in
            note(.value(value), asked, after: hasAnswered.withLock { $0 } ? nil : sets)
            hasAnswered.withLock { $0 = true }
          },
          failed: { [self] failure in
            let previous = untracked { answers.value.state.latest }
            note(.failed(failure, previous: previous), asked, after: hasAnswered.withLock { $0 } ? nil : sets)
          }
        )
        .compactMap { _ in Never?.none }.ignoreFailure()
        .finally { [self] in
          progress.withLock { if $0.running == number { $0.running = nil } }
          settled.send()
        }
    }
  }

  /// Shows that a load has begun, and returns the number of sets before it.
  private func begin(_ asked: Identified<Question>) -> Int {
    let known = untracked { answers.value }
    if known.asked === asked, !known.state.isPending {
      answers.modify { $0.state = .pending(previous: $0.state.latest) }
    }
    return known.sets
  }

  /// - Parameter sets: The number of sets at the beginning of the load; `nil` if later sets are replaced.
  private func note(_ state: State, _ asked: Identified<Question>, after sets: Int?) {
    let isAccepted = answers.modify { answer in
      guard sets == nil || answer.sets == sets else { return false }
      answer.asked = asked
      answer.state = state
      return true
    }
    if isAccepted, case .value(let value) = state { noteLoaded(value) }
  }

  private func noteLoaded(_ value: Value) {
    let now = AnyInstant(scheduler.now)
    progress.withLock { $0.loadedAt = now }
    store(StoredAnswer(value, loadedAt: now))
  }

  private func isFresh(_ asked: Identified<Question>) -> Bool {
    let answer = untracked { answers.value }
    guard answer.asked === asked, case .value = answer.state, let loadedAt = progress.withLock({ $0.loadedAt }) else {
      return false
    }
    guard let staleAfter = policy.staleAfter else { return true }
    return loadedAt.duration(to: AnyInstant(scheduler.now)) < staleAfter
  }

  // MARK: Requests

  /// - Parameter asked: Returns the current question.
  func set(_ value: Value, to asked: @escaping () -> Identified<Question>) {
    let sets = answers.modify { answer in
      answer.asked = asked()
      answer.state = .value(value)
      answer.sets += 1
      return answer.sets
    }
    // A batch that throws takes the set back.
    GraphThread.afterBatch { [self] in
      if untracked({ answers.value.sets }) >= sets { noteLoaded(value) }
    }
  }

  /// Makes the answer stale: it is loaded again now if it is observed, otherwise for the next observer.
  ///
  /// After a batch, because a value that it has set before counts as loaded at its end.
  func invalidate() {
    GraphThread.afterBatch { [self] in
      progress.withLock { $0.loadedAt = nil }
      again.send()
    }
  }

  /// - Parameter watched: The answers, whose subscribers count immediately, also inside a handler or a batch.
  func refresh(_ watched: Signal<KnownAnswer<Question, Value, Failure>, Never>) {
    guard !isLoading else { return }
    progress.withLock { $0.loadedAt = nil }
    let before = begun
    // An observer for as long as the load takes. If it is the first, it makes the load begin.
    let holding = watched.take(until: settled).subscribe { _ in }
    if begun == before { again.send() }
    if !isLoading { holding.dispose() }
  }

  /// Ends the requests, because the resource is released.
  func end() { again.complete() }
}
