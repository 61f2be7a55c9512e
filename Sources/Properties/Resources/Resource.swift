public import Operators
public import StreamCore
import Subjects

/// An answer that takes time to load, and is shared, refreshed and repeated: remote state that is read.
///
/// ```swift
/// let forecast = Resource(loading: city, policy: ResourcePolicy(staleAfter: .seconds(60))) {
///   city async throws(WeatherError) in try await weather(at: city)
/// }
/// page.name <~ forecast.map { $0.latest ?? "…" }
/// forecast.refresh()
/// ```
///
///     city        Rome-----------Oslo--------------
///     load        --sun|         ----snow|
///     refresh()   ---------------------------x-----
///     forecast    pending-sun----pending(sun)-snow-pending(snow)-…
///
/// It is a property with a ``Loading`` value. An answer that was loaded for an earlier question is shown as the
/// previous one. It is never shown as the answer to a new question, also not in derived properties and batches.
///
/// The first load begins with the first observer of the property, or of a property derived from it. All observers share
/// it. When the last one leaves, the load is cancelled immediately. The ``ResourcePolicy`` decides whether the
/// answer is loaded again for the next observer. Keeps the question, and the last answer. Delivers where the question
/// is set, and where the load answers. May be used from any thread.
public final class Resource<Value: Sendable, Failure: Error>: PropertyProtocol {
  private let shown: Property<Loading<Value, Failure>>
  private let actions: Actions

  private struct Actions: Sendable {
    let set: @Sendable (Value) -> Void
    let invalidate: @Sendable () -> Void
    let refresh: @Sendable () -> Void
    let end: @Sendable () -> Void
  }

  /// Creates a resource whose load is a stream.
  ///
  /// - Parameters:
  ///   - question: The question. When it changes, the running load is disposed, and the next one begins.
  ///   - previous: The value known before the first answer.
  ///   - policy: When to load again.
  ///   - scheduler: Measures the times of the policy; by default its own queue.
  ///   - load: Returns the stream of the answer. Each of its values is shown.
  public convenience init<Question: Sendable>(
    loading question: some PropertyProtocol<Question>, previous: Value? = nil,
    policy: ResourcePolicy<Failure> = ResourcePolicy(),
    on scheduler: any Scheduler = QueueScheduler(name: "rill.resource"),
    from load: @escaping @Sendable (Question) -> Signal<Value, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(
      question.property, previous.map { StoredAnswer($0) }, policy, scheduler, isRepeatable: true, isEager: false,
      store: { _ in }, load, CallSite(fileID, line), function)
  }

  /// Creates a resource whose load is an asynchronous function.
  ///
  /// The function runs in a task on the actor of the code that it is written in, or on none. The other parameters are
  /// those of ``init(loading:previous:policy:on:from:fileID:line:function:)``.
  public convenience init<Question: Sendable>(
    loading question: some PropertyProtocol<Question>, previous: Value? = nil,
    policy: ResourcePolicy<Failure> = ResourcePolicy(),
    on scheduler: any Scheduler = QueueScheduler(name: "rill.resource"),
    @_inheritActorContext _ load: @escaping @Sendable @isolated(any) (Question) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(
      loading: question, previous: previous, policy: policy, on: scheduler,
      from: { question in Signal { () async throws(Failure) in try await load(question) } },
      fileID: fileID, line: line, function: function)
  }

  /// - Parameters:
  ///   - isRepeatable: Whether it may be loaded again for the same question. Otherwise its stream completes after the
  ///     answer to the last one.
  ///   - isEager: Whether the first load begins now, and not with the first observer.
  ///   - note: Called after the first observer has subscribed, and after the last one has left.
  init<Question: Sendable>(
    _ question: Property<Question>, _ known: StoredAnswer<Value>?, _ policy: ResourcePolicy<Failure>,
    _ scheduler: any Scheduler, isRepeatable: Bool, isEager: Bool,
    noteObserved note: @escaping @Sendable (Bool) -> Void = { _ in },
    store: @escaping @Sendable (StoredAnswer<Value>) -> Void,
    _ load: @escaping @Sendable (Question) -> Signal<Value, Failure>, _ callSite: CallSite, _ function: StaticString
  ) {
    let asked = question.map({ Identified($0) }, fileID: callSite.fileID, line: callSite.line, function: function)
    // An answer of a known time is the answer to the first question.
    let isAnswer = known?.loadedAt != nil
    let feed = Feed(
      KnownAnswer<Question, Value, Failure>(
        asked: isAnswer ? untracked { asked.value } : nil,
        state: isAnswer ? .value(known!.value) : .pending(previous: known?.value)))
    let core = ResourceLoad(
      asked.signal, feed.property, loadedAt: known?.loadedAt, policy, scheduler, store: store, load)
    let check = SubscriberCheck(wasWatched: !isEager)
    let keepsLoading = check.keepsLoading
    let driver = keepsLoading.distinctUntilChanged().flatMapLatest { isWanted in
      note(isWanted)
      return isWanted ? core.run(isRepeatable: isRepeatable).on(completed: { keepsLoading.complete() }) : .never
    }
    let node = feed.begin(driver.map { _ -> KnownAnswer<Question, Value, Failure> in }, check)
    let answers = Property<KnownAnswer<Question, Value, Failure>>(
      node, callSite.naming(.derived, by: function, "answers"), keeping: feed)
    shown = Property(
      asked, answers,
      by: { asked, answer in
        answer.asked === asked ? answer.state : .pending(previous: answer.state.latest)
      }, fileID: callSite.fileID, line: callSite.line, function: function)
    let watched = answers.watching(feed.property.source)
    actions = Actions(
      set: { core.set($0) { untracked { asked.value } } }, invalidate: core.invalidate,
      refresh: { core.refresh(watched) }, end: core.end)
  }

  deinit { actions.end() }

  /// The state of the answer, read-only; it keeps the resource.
  public var property: Property<Loading<Value, Failure>> { Property(shown, keptBy: self) }

  /// The state of the answer.
  public var value: Loading<Value, Failure> { shown.value }

  /// The state of the answer, then every change. The stream keeps the resource; a subscription does
  /// not.
  public var signal: Signal<Loading<Value, Failure>, Never> {
    // Otherwise `users[7].signal.subscribe` would observe a resource that is already released.
    .deferred { [self] in shown.signal }
  }

  /// Loads again now, also without an observer. A load that is running is joined.
  public func refresh() { actions.refresh() }

  /// Makes the answer stale. An observed resource loads again now. A running load starts over, because its answer may
  /// be older. An unobserved resource loads for the next observer.
  public func invalidate() { actions.invalidate() }

  /// Sets the answer to the current question.
  ///
  /// A running load continues. If it has not answered yet, its first answer is ignored. Inside a batch the value is a
  /// part of the transaction.
  public func set(_ value: Value) { actions.set(value) }
}
