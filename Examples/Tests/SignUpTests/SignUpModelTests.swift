import Rill
import SignUpModel
import Synchronization
import Testing

/// A mailing list that answers on demand of the test.
private final class FakeList: MailingList {
  typealias Answer = Result<Void, SubscribeError>

  private let waiting = Mutex<[CheckedContinuation<Answer, Never>]>([])
  let arrivals = Subject<String, Never>()

  func subscribe(_ email: String, progress: @Sendable (Double) -> Void) async throws(SubscribeError) {
    let answer = await withCheckedContinuation { continuation in
      waiting.withLock { $0.append(continuation) }
      arrivals.send(email)
    }
    try answer.get()
  }

  func answer(_ answer: Answer) {
    waiting.withLock { $0.removeFirst() }.resume(returning: answer)
  }
}

@MainActor @Suite struct SignUpModelTests {
  private let list = FakeList()

  /// Executes the command and answers its request; returns every status on the way.
  private func statuses(_ model: SignUpModel, answering answer: FakeList.Answer) async -> [String] {
    var statuses: [String] = []
    let watching = model.$status.skip(1).subscribe { statuses.append($0) }
    await withCheckedContinuation { arrived in
      list.arrivals.take(1).subscribe { _ in arrived.resume() }
      model.subscribe.execute(model.email)
    }
    await withCheckedContinuation { finished in
      model.subscribe.executing.filter { !$0 }.take(1).subscribe { _ in finished.resume() }
      list.answer(answer)
    }
    watching.dispose()
    return statuses
  }

  @Test func theCommandIsEnabledWhileTheAddressCouldBeOne() {
    let model = SignUpModel(service: list)
    var enabled: [Bool] = []
    model.subscribe.enabled.subscribe { enabled.append($0) }
    for email in ["ada", "ada@", "ada@example", "ada@example.org", "ada @example.org"] { model.email = email }
    #expect(enabled == [false, true, false])
  }

  @Test func aListedAddressIsNotSentAgain() async {
    let model = SignUpModel(service: list)
    model.email = "ada@example.org"
    var enabled: [Bool] = []
    model.subscribe.enabled.subscribe { enabled.append($0) }
    _ = await statuses(model, answering: .success(()))
    #expect(model.subscribed == "ada@example.org")
    #expect(enabled == [true, false])
    model.email = "grace@example.org"
    model.email = "ada@example.org"
    #expect(enabled == [true, false, true, false])
  }

  @Test func aRefusedAddressCanBeSentAgain() async {
    let model = SignUpModel(service: list)
    model.email = "ada@example.org"
    _ = await statuses(model, answering: .failure(.storeFailed("the disk is full")))
    #expect(model.subscribed == nil)
    #expect(model.subscribe.isEnabled)
  }

  @Test func aRequestThatSucceedsIsThankedFor() async {
    let model = SignUpModel(service: list)
    model.email = "ada@example.org"
    #expect(await statuses(model, answering: .success(())) == ["Sending request…", "Thanks"])
  }

  /// The original's sample thanked for failed requests, too: its execution signals complete however an execution ends.
  @Test func aRequestThatFailsIsNeverThankedFor() async {
    let model = SignUpModel(service: list)
    model.email = "ada@example.org"
    let failure = FakeList.Answer.failure(.alreadySubscribed("ada@example.org"))
    #expect(
      await statuses(model, answering: failure) == [
        "Sending request…", "Error: ada@example.org is already subscribed",
      ])
  }
}
