import Rill
import TestSupport
import Testing

/// Printed errors name the mistake and the remedy.
@Suite struct ErrorTextsTests {
  private struct Refused: Error, CustomStringConvertible {
    var description: String { "error 403" }
  }

  /// A text is one or more sentences, and no name of a case.
  private func expectSentences(_ errors: [any Error], naming words: [String]) {
    for (error, word) in zip(errors, words) {
      let text = "\(error)"
      #expect(text.contains(word))
      #expect(text.first?.isUppercase == true && text.hasSuffix(".") && text.split(separator: " ").count > 4)
      #expect(!text.contains("("), "\(text) has the name of a type or a case")
    }
    #expect(errors.count == words.count)
  }

  @Test func ofCommands() {
    let errors: [CommandError<Refused>] = [.notEnabled, .cancelled, .failed(Refused()), .noValue, .severalValues]
    expectSentences(
      errors, naming: ["while `isEnabled` is true", "cancelled", "error 403", "without a value", "second value"])
  }

  @Test func ofAwaitedValues() {
    let errors: [SingleFailure<Refused>] = [.noValue, .severalValues, .source(Refused()), .cancelled]
    for (error, word) in zip(errors, ["without a value", "second value", "error 403", "cancelled"]) {
      #expect("\(error)".contains(word))
    }
  }

  @Test func ofPaths() {
    expectSentences([PathFailure.missing, .needsValue], naming: ["keep it alive", "not optional"])
  }

  @Test func ofConnections() {
    let errors: [Disconnection<Refused>] = [.failed(Refused()), .closed, .gap, .overflow, .silence]
    expectSentences(errors, naming: ["error 403", "closed", "missing", "larger `limit`", "heartbeats"])
  }

  @Test func ofOutboxes() {
    let errors: [OutboxFailure<Refused>] = [
      .full, .gaveUp(.failed(Refused())), .notStored(StoreFailure("box.jsonl: No space left on device.")),
      .discarded,
    ]
    expectSentences(errors, naming: ["larger `limit`", "error 403", "No space left", "discarded"])
  }

  @Test func ofOtherPrograms() {
    let errors: [WireFailure] = [.unreachable("There was no message."), .refused("no list weather"), .unreadable]
    expectSentences(
      errors, naming: ["no message. Connect", "no list weather. Send a different", "the same coding"])
    let calls: [RemoteFailure<Refused>] = [.failed(Refused()), .lost(.gaveUp(.failed(.refused("no command add"))))]
    expectSentences(calls, naming: ["error 403.", "no command add. Send a different"])
  }

  /// A refused call prints the remedy where a program handles the failure.
  @Test func aRefusedExecutionPrintsItsRemedy() {
    let send = Command<Int, Int, Never>(enabledIf: MutableProperty(false)) { .just($0) }
    let texts = Heard<String>()
    send.execute(1).subscribe(next: { _ in }, failed: { texts.append("\($0)") })
    #expect(
      texts.values == [
        "The command was not enabled, so its work did not begin. Execute it while `isEnabled` is true."
      ])
  }
}
