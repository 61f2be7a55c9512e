public import Properties
import StreamCore

/// A question of the model to the view, whose answer is awaited: a confirmation, a file to open, a password.
///
/// ```swift
/// let confirm = Interaction<String, Bool>()
/// effect { alert.question = confirm.current.value?.question }                // the view
/// yes.subscribe { confirm.current.value?.answer(true) }
/// if try await confirm.ask("Delete 3 files?") { print("Deleted.") }          // the model
/// ```
///
///     ask(a)     x-----------y          y: the answer
///     ask(b)     ---x----------------n
///     current    a-----------b-------nil
///
/// Questions are answered in the order in which they were asked, one at a time. A question waits until it is answered.
/// Cancelling the task that asks withdraws the question. A test without a view answers ``current``. May be used from
/// any thread. The design is that of ReactiveUI's interactions.
public final class Interaction<Question: Sendable, Answer: Sendable>: Sendable {
  /// A question that waits for its answer.
  public final class Request: Sendable, Identifiable {
    /// The question.
    public let question: Question
    private let reply = Lock<Reply>(.open(nil))

    private enum Reply {
      /// There is no answer. The continuation is that of the task that asks, once it waits.
      case open(CheckedContinuation<Answer?, Never>?)
      /// The first answer; `nil` if the question was withdrawn.
      case answered(Answer?)
    }

    fileprivate init(_ question: Question) { self.question = question }

    /// Answers the question. The first answer counts.
    public func answer(_ answer: Answer) { finish(answer) }

    fileprivate func finish(_ answer: Answer?) {
      let waiting = reply.withLock { reply -> CheckedContinuation<Answer?, Never>? in
        guard case .open(let waiting) = reply else { return nil }
        reply = .answered(answer)
        return waiting
      }
      waiting?.resume(returning: answer)
    }

    fileprivate func wait(_ continuation: CheckedContinuation<Answer?, Never>) {
      let answered = reply.withLock { reply -> Answer?? in
        if case .answered(let answer) = reply { return .some(answer) }
        reply = .open(continuation)
        return nil
      }
      if let answered { continuation.resume(returning: answered) }
    }
  }

  private let requests: MutableProperty<[Request]>

  /// The oldest question without an answer; `nil` if there is none.
  public let current: Property<Request?>

  /// Creates an interaction without questions.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    let requests = MutableProperty<[Request]>([], fileID: fileID, line: line)
    self.requests = requests
    current = requests.map({ $0.first }, fileID: fileID, line: line).distinctUntilChanged { $0 === $1 }
  }

  /// Asks, and returns the answer.
  ///
  /// Throws if the task is cancelled; then the question is withdrawn.
  public nonisolated(nonsending) func ask(_ question: Question) async throws(CancellationError) -> Answer {
    let request = Request(question)
    requests.modify { $0.append(request) }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { request.wait($0) }
    } onCancel: {
      request.finish(nil)
    }
    requests.modify { $0.removeAll { $0 === request } }
    guard let answer else { throw CancellationError() }
    return answer
  }

  /// Answers each question by an asynchronous function, until the result is disposed.
  ///
  /// The function runs in a task, on the actor of the code that it is written in. If the question is withdrawn, the
  /// task is cancelled.
  public func handle(
    @_inheritActorContext _ handler: @escaping @Sendable @isolated(any) (Question) async -> Answer
  ) -> Disposable {
    let tasks = SerialDisposable()
    let handling = current.subscribe { request in
      tasks.inner = request.map { request in
        let task = Task { request.answer(await handler(request.question)) }
        return Disposable { task.cancel() }
      }
    }
    return Disposable {
      handling.dispose()
      tasks.dispose()
    }
  }
}
