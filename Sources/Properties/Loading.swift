import Operators
public import StreamCore

/// Where the answer to a question stands that takes time: see ``Property/init(loading:previous:_:fileID:line:)``.
public enum Loading<Value: Sendable, Failure: Error>: Sendable {
  /// It is being asked; what was known before stays known.
  case pending(previous: Value?)
  /// It was answered.
  case value(Value)
  /// It could not be answered; what was known before stays known.
  case failed(Failure, previous: Value?)

  /// The answer, or the one before it while there is no new one.
  public var latest: Value? {
    switch self {
    case .value(let value): value
    case .pending(let previous), .failed(_, let previous): previous
    }
  }

  /// Whether it is being asked.
  public var isPending: Bool { if case .pending = self { true } else { false } }

  /// Why it could not be answered.
  public var failure: Failure? { if case .failed(let failure, _) = self { failure } else { nil } }
}

extension Loading: Equatable where Value: Equatable, Failure: Equatable {}

extension Property {
  /// A property that has the answer to a question, which takes time.
  ///
  /// ```swift
  /// let forecast = Property(loading: city) { city throws(WeatherError) in try await weather(at: city) }
  /// ```
  ///
  ///     city       Rome-----------Oslo--------------
  ///     load       --sun|         ----snow|
  ///     forecast   pending-sun----pending(sun)-snow-
  ///
  /// `load` is asked for the current value of `question`, and again when that changes; the task of the question before
  /// is cancelled then, and its answer counts for nothing. For a question of several properties, ask a derived one:
  /// `Property(loading: Property { (city.value, day.value) }) { … }`. It runs on the actor of the code that it is
  /// written in, or on none. It asks from the start; when somebody has watched the property, or what is derived from
  /// it, and nobody does any more, the task is cancelled, and who watches next has it asked anew. Keeps the question
  /// and the last answer.
  ///
  /// - Parameter previous: What is known before the first answer, from a cache say.
  public init<Question: Sendable, Answer: Sendable, Failure: Error>(
    loading question: some PropertyProtocol<Question>, previous: Answer? = nil,
    @_inheritActorContext _ load: @escaping @Sendable @isolated(any) (Question) async throws(Failure) -> Answer,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value == Loading<Answer, Failure> {
    let question = question.property
    let known = Lock(previous)
    let demand = SubscriberCheck()
    let states = question.flatMapLatest { asked -> Signal<Loading<Answer, Failure>, Never> in
      Signal { () async throws(Failure) in try await load(asked) }
        .map { answer in
          var replaced: Answer? = answer
          known.withLock { swap(&$0, &replaced) }
          return Loading.value(answer)
        }
        .catch { .just(.failed($0, previous: known.withLock { $0 })) }
        .startWith(.pending(previous: known.withLock { $0 }))
    }
    // With the question's last answer all is said, for ever.
    let wanted = demand.exists.distinctUntilChanged().flatMapLatest { [exists = demand.exists] isWanted in
      isWanted ? states.on(completed: { exists.complete() }) : .never
    }
    self.init(
      initial: .pending(previous: previous), then: wanted, keeping: question.owner, for: demand, CallSite(fileID, line))
  }
}
