import Foundation
import Rill
import Testing

@testable import WebElements

/// The connection of a tab, as slow as the test wants it.
@MainActor private final class Wire {
  private(set) var messages: [[[String: Any]]] = []
  private var sent: [@Sendable () -> Void] = []
  private var waiting: (count: Int, resume: CheckedContinuation<Void, Never>)?

  func send(_ message: String, _ sent: @escaping @Sendable () -> Void) {
    let looks = try? JSONSerialization.jsonObject(with: Data(message.utf8)) as? [[String: Any]]
    messages.append(looks ?? [])
    self.sent.append(sent)
    if let waiting, messages.count >= waiting.count {
      self.waiting = nil
      waiting.resume.resume()
    }
  }

  /// The tab's last message has left.
  func take() { sent.removeFirst()() }

  func messages(_ count: Int) async {
    guard messages.count < count else { return }
    await withCheckedContinuation { waiting = (count, $0) }
  }

  func ids(_ place: Int) -> [String] { messages[place].compactMap { $0["id"] as? String } }
}

@MainActor @Suite struct TabTests {
  private let field = TextField("field", limit: 10)
  private let button = Button("button")
  private let marbles = Marbles("marbles", kept: 3)
  private let wire = Wire()

  private func tab() -> Tab { Tab(showing: [field, button, marbles]) { [wire] in wire.send($0, $1) } }

  @Test func aTabReceivesEverythingFirst() async {
    field.text.value = "hello"
    let tab = tab()
    await wire.messages(1)
    #expect(wire.ids(0) == ["field", "button", "marbles"])
    #expect(wire.messages[0][0]["text"] as? String == "hello")
    withExtendedLifetime(tab) {}
  }

  @Test func changesWhileAMessageIsInFlightAreSentTogether() async {
    let tab = tab()
    await wire.messages(1)
    for number in 0..<1_000 { field.text.value = "\(number)" }
    button.isEnabled = false
    wire.take()
    await wire.messages(2)
    #expect(wire.ids(1) == ["field", "button"])
    #expect(wire.messages[1][0]["text"] as? String == "999")
    withExtendedLifetime(tab) {}
  }

  @Test func oneTurnIsOneMessage() async {
    let tab = tab()
    await wire.messages(1)
    wire.take()
    field.text.value = "a"
    field.text.value = "b"
    button.isEnabled = false
    await wire.messages(2)
    #expect(wire.ids(1) == ["field", "button"])
    withExtendedLifetime(tab) {}
  }

  @Test func marblesAreSentOnceAndTheOldestAreDropped() async {
    let stream = Subject<Int, Never>()
    marbles.watch("lane", stream) { "\($0)" }
    stream.send(1)
    let tab = tab()
    await wire.messages(1)
    #expect(labels(0) == ["1"])
    for number in 2...9 { stream.send(number) }
    wire.take()
    await wire.messages(2)
    #expect(labels(1) == ["7", "8", "9"])
    withExtendedLifetime(tab) {}
  }

  private func labels(_ place: Int) -> [String] {
    let look = wire.messages[place].first { $0["id"] as? String == "marbles" }
    return (look?["marbles"] as? [[String: Any]] ?? []).compactMap { $0["label"] as? String }
  }

  @Test func itsGesturesAreApplied() async throws {
    let tab = tab()
    var clicks = 0
    button.activations.subscribe { clicks += 1 }
    try tab.receive(#"{"id":"field","text":"abc","keystroke":7}"#)
    try tab.receive(#"{"id":"button"}"#)
    #expect(field.text.value == "abc")
    #expect(clicks == 1)
    await wire.messages(1)
    #expect(wire.messages[0][0]["keystroke"] as? Int == 7)
  }

  @Test func aDisabledButtonRefusesClicks() throws {
    let tab = tab()
    var log: [String] = []
    button.activations.subscribe { log.append("click") }
    button.refused.subscribe { log.append("refused") }
    try tab.receive(#"{"id":"button"}"#)
    button.isEnabled = false
    try tab.receive(#"{"id":"button"}"#)
    #expect(log == ["click", "refused"])
  }

  @Test func invalidMessagesAreRefused() {
    let tab = tab()
    #expect(throws: Refusal("the message cannot be read")) { try tab.receive("{") }
    #expect(throws: Refusal("the page has no element other")) { try tab.receive(#"{"id":"other"}"#) }
    #expect(throws: Refusal("field accepts at most 10 characters")) {
      try tab.receive(#"{"id":"field","text":"12345678901"}"#)
    }
  }

  @Test func itIsReleasedWhileElementsLive() {
    var tab: Tab? = tab()
    weak let observed = tab
    tab = nil
    #expect(observed == nil)
    field.text.value = "nobody hears"
  }
}
