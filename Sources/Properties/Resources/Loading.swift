public import StreamCore

/// The state of an answer that takes time: see ``Property/init(loading:previous:_:fileID:line:function:)``.
public enum Loading<Value: Sendable, Failure: Error>: Sendable {
  /// The question is being asked. The previous answer is kept.
  case pending(previous: Value?)
  /// The question was answered.
  case value(Value)
  /// The question could not be answered. The previous answer is kept.
  case failed(Failure, previous: Value?)

  /// The answer, or the previous one while there is no new one.
  public var latest: Value? {
    switch self {
    case .value(let value): value
    case .pending(let previous), .failed(_, let previous): previous
    }
  }

  /// Whether the question is being asked.
  public var isPending: Bool { if case .pending = self { true } else { false } }

  /// The failure, if the question could not be answered.
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
  /// `load` is called with the current value of `question`, and again when that changes. Then the previous task is
  /// cancelled, and its answer is ignored. For a question of several properties, pass a derived one:
  /// `Property(loading: Property { (city.value, day.value) }) { … }`. `load` runs on the actor of the code that it is
  /// written in, or on none. The first task starts immediately. When the last observer of the property, and of
  /// properties derived from it, has gone, the task is cancelled. The next observer starts it again. Keeps the question
  /// and the last answer. To load again, to poll and to share, use a ``Resource``.
  ///
  /// - Parameter previous: The value known before the first answer, for example from a cache.
  public init<Question: Sendable, Answer: Sendable, Failure: Error>(
    loading question: some PropertyProtocol<Question>, previous: Answer? = nil,
    @_inheritActorContext _ load: @escaping @Sendable @isolated(any) (Question) async throws(Failure) -> Answer,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Value == Loading<Answer, Failure> {
    self =
      Resource(
        question.property, previous.map { StoredAnswer($0) }, ResourcePolicy(), .immediate, isRepeatable: false,
        isEager: true, store: { _ in },
        { asked in Signal { () async throws(Failure) in try await load(asked) } },
        CallSite(fileID, line), function
      ).property
  }
}
