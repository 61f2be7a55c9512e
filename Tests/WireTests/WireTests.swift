import Foundation
import Lists
import Operators
import Properties
import StreamCore
import StreamFoundation
import StreamRuntime
import StreamTesting
import Subjects
import Testing
import Wire

struct Card: Codable, Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
}

struct Taken: Error, Codable, Equatable { var reason: String }

@Suite final class WireTests {
  private let time = TestScheduler()
  private var networks: [MemoryNetwork] = []
  private let coding = JSONWireCoding()

  private func service(_ change: (inout WireLimits) -> Void = { _ in }) -> WireService {
    var limits = limits(time)
    change(&limits)
    return WireService(coding: coding, limits: limits, on: time)
  }

  /// Cuts the connections that a test has left open, so that their heartbeats end.
  deinit {
    for network in networks { network.restart(with: nil) }
    time.advance(by: time.ticks(100))
  }

  private func network(to service: WireService?) -> MemoryNetwork {
    let network = MemoryNetwork(service, on: time)
    networks.append(network)
    return network
  }

  private func property(_ name: String, _ network: MemoryNetwork) -> RemoteProperty<Int> {
    RemoteProperty(
      name, over: network, coding: coding, limits: limits(time), retrying: .constant(time.ticks(2)), on: time)
  }

  private func list(
    _ name: String, _ network: MemoryNetwork, _ change: (inout WireLimits) -> Void = { _ in }
  ) -> RemoteList<Card> {
    var limits = limits(time)
    change(&limits)
    return RemoteList(name, over: network, coding: coding, limits: limits, retrying: .constant(time.ticks(2)), on: time)
  }

  private func cards(_ numbers: some Sequence<Int>) -> [Card] { numbers.map { Card(id: $0, title: "card \($0)") } }

  // MARK: Properties

  @Test func aPropertyFollowsTheOther() {
    let (service, number) = (service(), MutableProperty(1))
    service.offer("number", number)
    let network = self.network(to: service)
    let remote = property("number", network)
    #expect(remote.loading.value == .pending(previous: nil))
    time.advance(by: time.ticks(5))
    #expect(remote.value.value == 1)
    #expect(remote.loading.value == .value(1))
    for next in 2...50 { number.value = next }
    time.advance(by: time.ticks(5))
    #expect(remote.value.value == 50)
    // A hello, the first value, and the newest ones when the connection had accepted the one before.
    #expect(network.sent.count <= 4)
  }

  @Test func aValueStaysKnownWhileTheServerIsAway() {
    let (first, number) = (service(), MutableProperty(1))
    first.offer("number", number)
    let network = self.network(to: first)
    let remote = property("number", network)
    time.advance(by: time.ticks(5))
    network.restart(with: nil)
    time.advance(by: time.ticks(5))
    #expect(remote.loading.value == .pending(previous: 1))
    let second = service()
    second.offer("number", MutableProperty(7))
    network.restart(with: second)
    time.advance(by: time.ticks(8))
    #expect(remote.loading.value == .value(7))
  }

  @Test func theValueAndTheConnectionAreNotifiedOfTheirOwnChangesOnly() {
    let (service, number) = (service(), MutableProperty(1))
    service.offer("number", number)
    let network = self.network(to: service)
    let remote = property("number", network)
    let (values, connections) = (Recorder(remote.value.signal), Recorder(remote.connection.map(\.isLive).signal))
    time.advance(by: time.ticks(5))
    network.cut()
    time.advance(by: time.ticks(8))
    number.value = 1
    time.advance(by: time.ticks(5))
    #expect(values.values == [nil, 1, 1])
    // Connecting, live, waiting, connecting, live.
    #expect(connections.values == [false, true, false, false, true])
  }

  @Test func anUnknownNameIsAFailureThatIsNotRetried() {
    let remote = RemoteProperty<Int>(
      "weather", over: network(to: service()), coding: coding, limits: limits(time), on: time)
    let lost = RemoteList<Card>(
      "weather", over: network(to: service()), coding: coding, limits: limits(time), on: time)
    time.advance(by: time.ticks(20))
    #expect(remote.connection.value == .failed(.failed(.refused("there is no property weather"))))
    #expect(lost.loading.value == .failed(.failed(.refused("there is no list weather")), previous: nil))
  }

  @Test func aValueThatIsTooLongIsRefused() {
    let service = service { $0.message = 100 }
    service.offer("text", MutableProperty(String(repeating: "a", count: 200)))
    let remote = RemoteProperty<String>(
      "text", over: network(to: service), coding: coding, limits: limits(time), on: time)
    time.advance(by: time.ticks(20))
    #expect(remote.connection.value == .failed(.failed(.refused("the value cannot be encoded in 100 bytes"))))
  }

  @Test func aValueOfAnotherTypeIsUnreadable() {
    let service = service()
    service.offer("number", MutableProperty("one"))
    let remote = property("number", network(to: service))
    time.advance(by: time.ticks(4))
    #expect(remote.value.value == nil)
    #expect(!remote.connection.value.isLive)
  }

  // MARK: Lists

  @Test func aListTravelsAsEdits() {
    let (service, source) = (service(), ObservableList(cards(0..<100)))
    service.offer("cards", list: source)
    let network = self.network(to: service)
    let remote = list("cards", network)
    time.advance(by: time.ticks(5))
    #expect(remote.value == source.value)
    let heard = Recorder(remote.edits.map(\.edits).signal)
    network.forgetSent()
    source.move(from: 3, to: 50)
    source[0] = Card(id: 0, title: "changed")
    time.advance(by: time.ticks(5))
    #expect(remote.value == source.value)
    #expect(network.sent.allSatisfy { $0.utf8.count < 400 })
    let edits = heard.values.dropFirst().flatMap { $0 }
    // The card that was moved keeps its identity.
    #expect(edits.contains { if case .move = $0 { true } else { false } })
  }

  @Test func aClientThatReturnsReceivesOnlyTheMissedEdits() {
    let (service, source) = (service(), ObservableList(cards(0..<1_000)))
    service.offer("cards", list: source)
    let network = self.network(to: service)
    let remote = list("cards", network)
    time.advance(by: time.ticks(10))
    #expect(remote.count == 1_000)
    network.restart(with: nil)
    time.advance(by: time.ticks(5))
    for number in 1_000..<1_010 { source.append(Card(id: number, title: "new")) }
    source.removeAll { $0.id >= 1_005 }
    #expect(remote.count == 1_000)
    network.forgetSent()
    network.restart(with: service)
    time.advance(by: time.ticks(8))
    #expect(remote.value == source.value)
    // Five cards were inserted, and those that were removed again are not sent.
    let sent = network.sent.filter { $0.contains("\"edits\"") }
    #expect(sent.count == 1)
    #expect(sent[0].components(separatedBy: "\"insert\"").count == 6)
  }

  @Test func aVersionThatIsNotKeptIsReplacedByAllElements() {
    let service = service { $0.versions = 2 }
    let source = ObservableList(cards(0..<10))
    service.offer("cards", list: source)
    let network = self.network(to: service)
    let remote = list("cards", network)
    time.advance(by: time.ticks(5))
    let heard = Recorder(remote.edits.map(\.edits).signal)
    network.restart(with: nil)
    time.advance(by: time.ticks(5))
    for number in 10..<20 { source.append(Card(id: number, title: "new")) }
    network.forgetSent()
    network.restart(with: service)
    time.advance(by: time.ticks(8))
    #expect(remote.value == source.value)
    #expect(network.sent.contains { $0.contains("\"elements\"") })
    // Elements are matched by their keys, so that observers receive ten insertions.
    #expect(heard.values.last?.count == 10)
  }

  @Test func aLongListTravelsInPartsAndIsAppliedWhole() {
    let service = service { $0.message = 2_000 }
    let source = ObservableList(cards(0..<500))
    service.offer("cards", list: source)
    let network = self.network(to: service)
    let remote = list("cards", network)
    let counts = Recorder(remote.property.map(\.count).signal)
    time.advance(by: time.ticks(80))
    #expect(counts.values == [0, 500])
    #expect(network.sent.allSatisfy { $0.utf8.count <= 2_000 })
    #expect(network.sent.count > 10)
  }

  @Test func anElementThatIsTooLongIsRefused() {
    let service = service { $0.message = 200 }
    service.offer("cards", list: ObservableList([Card(id: 1, title: String(repeating: "a", count: 300))]))
    let remote = RemoteList<Card>(
      "cards", over: network(to: service), coding: coding, limits: limits(time), on: time)
    time.advance(by: time.ticks(10))
    #expect(remote.connection.value == .failed(.failed(.refused("an element cannot be encoded in 200 bytes"))))
  }

  @Test func aListThatIsTooLongForTheClientIsNotRead() {
    let service = service()
    service.offer("cards", list: ObservableList(cards(0..<20)))
    let remote = list("cards", network(to: service)) { $0.elements = 19 }
    time.advance(by: time.ticks(10))
    #expect(remote.isEmpty)
    #expect(!remote.connection.value.isLive)
  }

  // MARK: Commands

  @Test func aCommandIsExecutedThereAndFailsAsItDoesThere() {
    let service = service()
    service.offer(
      "add",
      from: { (card: Card, _) -> Signal<Int, Taken> in
        card.id < 0 ? .fail(Taken(reason: "\(card.id) is negative")) : .just(card.id + 1)
      })
    let add = RemoteCommand<Card, Int, Taken>(
      "add", over: network(to: service), coding: coding, limits: limits(time), on: time)
    let answers = Recorder(add.execute(Card(id: 2, title: "")))
    let failures = Recorder(add.execute(Card(id: -1, title: "")))
    time.advance(by: time.ticks(10))
    #expect(answers.values == [3])
    #expect(failures.completion == .failed(.failed(Taken(reason: "-1 is negative"))))
    #expect(add.calls.entries.value.isEmpty)
  }

  @Test func asynchronousWorkIsExecuted() {
    let (service, time) = (service(), time)
    service.offer("add") { (number: Int, _) async throws(Taken) -> Int in
      try? await time.sleep(for: time.ticks(3))
      return number + 1
    }
    let add = RemoteCommand<Int, Int, Taken>(
      "add", over: network(to: service), coding: coding, limits: limits(time), on: time)
    let answers = Recorder(add.execute(2))
    time.advance(by: time.ticks(20))
    #expect(answers.values == [3])
  }

  @Test func aLongExecutionKeepsItsConnection() {
    let (service, time) = (service(), time)
    service.offer(
      "add",
      from: { (number: Int, _) -> Signal<Int, Taken> in
        Signal.just(number + 1).delay(for: time.ticks(200), on: time)
      })
    let network = self.network(to: service)
    let add = RemoteCommand<Int, Int, Taken>(
      "add", over: network, coding: coding, limits: limits(time), retrying: .constant(time.ticks(2), limit: 1), on: time
    )
    let answers = Recorder(add.execute(2))
    time.advance(by: time.ticks(220))
    #expect(answers.values == [3])
    #expect(network.sent.count { $0.contains("hello") } == 1)
  }

  @Test func aKeyIsExecutedOnceAlsoForTwoClients() {
    let (service, count) = (service(), Lock(0))
    service.offer(
      "add",
      from: { (_: Int, _) -> Signal<Int, Taken> in
        .just(
          count.withLock { count in
            count += 1
            return count
          })
      })
    let network = self.network(to: service)
    let commands = (0..<2).map { _ in
      RemoteCommand<Int, Int, Taken>("add", over: network, coding: coding, limits: limits(time), on: time)
    }
    let answers = commands.map { Recorder($0.execute(1, key: "k")) }
    time.advance(by: time.ticks(20))
    #expect(answers.map(\.values) == [[1], [1]])
    #expect(count.withLock { $0 } == 1)
  }

  @Test func anInputThatIsTooLongIsRefusedAndTheNextOneIsSent() {
    let service = service()
    service.offer("echo", from: { (text: String, _) -> Signal<Int, Taken> in .just(text.count) })
    let echo = RemoteCommand<String, Int, Taken>(
      "echo", over: network(to: service), coding: coding, limits: limits(time), on: time)
    let long = Recorder(echo.execute(String(repeating: "a", count: 5_000)))
    let short = Recorder(echo.execute("ab"))
    time.advance(by: time.ticks(20))
    #expect(
      long.completion == .failed(.lost(.gaveUp(.failed(.refused("the input cannot be encoded in 4096 bytes"))))))
    #expect(short.values == [2])
  }

  // MARK: Hostile messages

  /// The answers of a server to messages that no client sends.
  @Test(arguments: [
    ("", "the message cannot be read"), ("[]", "the message cannot be read"),
    (#"{"hello":7}"#, "the message cannot be read"),
    ("\u{0}\u{1}", "the message cannot be read"),
    (#"{"hello":{"versions":[0,2,99]}}"#, "the server supports the versions [1]"),
    (#"{"watch":{"property":"number"}}"#, "the first message must be a hello"),
    ("hello {}", "the message cannot be read"),
    (#"hello {"watch":{}}"#, "there is no property "),
    (#"hello {"watch":{"list":"x"}}"#, "there is no list x"),
    (#"hello {"watch":{"list":"cards","after":{"run":1e99,"number":0}}}"#, "the message cannot be read"),
    (#"hello {"execute":{"command":"add","key":"","input":1}}"#, "a key must have 1 to 200 bytes"),
    (#"hello {"execute":{"command":"add","key":"k","input":"1"}}"#, "add cannot decode the input"),
    (#"hello {"execute":{"command":"add","key":"k"}}"#, "add cannot decode the input"),
    ("hello " + String(repeating: " ", count: 5_000), "a message may have at most 4096 bytes"),
    ("hello " + String(repeating: "[", count: 4_000), "the message cannot be read"),
  ])
  func badInputIsRefused(text: String, reason: String) {
    let service = service()
    service.offer("number", MutableProperty(1))
    service.offer("cards", list: ObservableList(cards(0..<1)))
    service.offer("add", from: { (number: Int, _) -> Signal<Int, Taken> in .just(number) })
    let hello = #"{"hello":{"versions":[1]}}"#
    let said = text.hasPrefix("hello ") ? [hello, String(text.dropFirst(6))] : [text]
    let end = Recorder(network(to: service).messages(sending: said.map { Array($0.utf8) }))
    time.advance(by: time.ticks(10))
    #expect(end.completion == .failed(.refused(reason)))
  }

  @Test func aPositionOfTheFutureIsAnsweredWithAllElements() {
    let service = service()
    service.offer("cards", list: ObservableList(cards(0..<1)))
    let network = self.network(to: service)
    for number in [Int.min, -1, 5, Int.max] {
      let watch = #"{"watch":{"list":"cards","after":{"run":1,"number":\#(number)}}}"#
      let said = [#"{"hello":{"versions":[1]}}"#, watch].map { Array($0.utf8) }
      let answers = Recorder(network.messages(sending: said))
      time.advance(by: time.ticks(6))
      #expect(answers.values.count == 2)
      #expect(String(decoding: answers.values[1], as: UTF8.self).contains(#""elements":[{"id":0"#))
    }
  }

  @Test func anUnansweredClientMayNotCallForever() {
    let service = service { $0.executions = 3 }
    service.offer("wait", from: { (_: Int, _) -> Signal<Int, Taken> in .never })
    let calls = (0..<4).map { #"{"execute":{"command":"wait","key":"\#($0)","input":1}}"# }
    let said = ([#"{"hello":{"versions":[1]}}"#] + calls).map { Array($0.utf8) }
    let end = Recorder(network(to: service).messages(sending: said))
    time.advance(by: time.ticks(10))
    #expect(end.completion == .failed(.refused("the limit of 3 open executions is reached")))
  }
}
