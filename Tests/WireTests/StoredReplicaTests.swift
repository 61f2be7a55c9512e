import Lists
import Operators
import Properties
import StreamCore
import StreamFoundation
import StreamRuntime
import StreamTesting
import Testing
import Wire

/// Replicas with a store, across runs of the client.
@Suite final class StoredReplicaTests {
  private let time = TestScheduler()
  private let network: MemoryNetwork
  private let store = MemoryReplicaStore<[Card]>()
  private let source = ObservableList((0..<100).map { Card(id: $0, title: "card \($0)") })

  init() {
    network = MemoryNetwork(nil, on: time)
    network.restart(with: service())
  }

  /// Cuts the connections that a test has left open, so that their heartbeats end.
  deinit {
    network.restart(with: nil)
    time.advance(by: time.ticks(100))
  }

  private func service() -> WireService {
    let service = WireService(coding: JSONWireCoding(), limits: limits(time), on: time)
    service.offer("cards", list: source)
    return service
  }

  /// A list of a run of the client.
  private func list() -> RemoteList<Card> {
    RemoteList(
      "cards", over: network, coding: JSONWireCoding(), limits: limits(time), store: store,
      retrying: .constant(time.ticks(2)), on: time)
  }

  /// Runs a client until it has received everything, and ends it.
  private func runClient() {
    let list = list()
    time.advance(by: time.ticks(20))
    #expect(list.value == source.value)
  }

  @Test func aListThatStartsWithoutAServerShowsItsLastElements() {
    runClient()
    network.restart(with: nil)
    let list = list()
    #expect(list.value == source.value)
    #expect(list.loading.value.latest?.count == 100)
    time.advance(by: time.ticks(20))
    #expect(list.value == source.value)
    #expect(!list.connection.value.isLive)
  }

  @Test func aClientThatStartsAgainReceivesOnlyTheEditsItMissed() {
    runClient()
    time.advance(by: time.ticks(5))
    network.forgetSent()
    source.append(Card(id: 100, title: "new"))
    source.move(from: 3, to: 50)
    let list = list()
    let edits = Recorder(list.edits.map(\.edits.count).signal)
    time.advance(by: time.ticks(20))
    #expect(list.value == source.value)
    #expect(!network.sent.contains { $0.contains("\"elements\"") })
    #expect(network.sent.filter { $0.contains("\"edits\"") }.count == 1)
    // The stored elements, and the edits.
    #expect(edits.values == [100, 2])
  }

  @Test func aClientThatMissedNothingReceivesNoElements() {
    runClient()
    time.advance(by: time.ticks(5))
    network.forgetSent()
    let list = list()
    time.advance(by: time.ticks(20))
    #expect(list.connection.value.isLive)
    #expect(network.sent.allSatisfy { $0.contains("hello") || $0.contains("current") })
    #expect(store.saves.count == 1)
  }

  @Test func anotherRunOfTheServerSendsAllElements() {
    runClient()
    source.removeAll { $0.id % 2 == 0 }
    network.restart(with: service())
    network.forgetSent()
    let list = list()
    let edits = Recorder(list.edits.map(\.edits.count).signal)
    time.advance(by: time.ticks(20))
    #expect(list.value == source.value)
    #expect(network.sent.contains { $0.contains("\"elements\"") })
    // Elements are matched by their keys.
    #expect(edits.values == [100, 50])
    #expect(store.saves.last == source.value)
  }

  @Test func aPropertyShowsItsStoredValueAndFollowsTheServerOfAnotherRun() {
    let store = MemoryReplicaStore<Int>()
    func remote() -> RemoteProperty<Int> {
      RemoteProperty(
        "number", over: network, coding: JSONWireCoding(), limits: limits(time), store: store,
        retrying: .constant(time.ticks(2)), on: time)
    }
    func serve(_ number: MutableProperty<Int>) {
      let service = service()
      service.offer("number", number)
      network.restart(with: service)
    }
    let number = MutableProperty(1)
    serve(number)
    do {
      let first = remote()
      time.advance(by: time.ticks(20))
      #expect(first.value.value == 1)
    }
    number.value = 2
    let second = remote()
    #expect(second.loading.value == .pending(previous: 1))
    time.advance(by: time.ticks(20))
    #expect(second.loading.value == .value(2))
    serve(MutableProperty(7))
    time.advance(by: time.ticks(20))
    #expect(second.loading.value == .value(7))
    #expect(store.saves == [1, 2, 7])
  }

  @Test func aBurstIsWrittenOncePerPeriod() {
    let list = list()
    time.advance(by: time.ticks(20))
    #expect(store.saves.map(\.count) == [100])
    for id in 100..<144 {
      source.append(Card(id: id, title: "new"))
      time.advance(by: time.ticks(1))
    }
    time.advance(by: time.ticks(40))
    #expect(list.count == 144)
    // All elements, the first change, and the newest state after each of at most five periods.
    #expect(store.saves.count <= 7)
    #expect(store.saves.last == source.value)
  }

  @Test func aStoreThatCannotBeReadIsAFailureAndTheListStartsEmpty() {
    runClient()
    let damaged = StoreFailure("damaged")
    store.failure = damaged
    let list = list()
    #expect(list.storeFailure.value == damaged)
    #expect(list.isEmpty)
    store.failure = nil
    time.advance(by: time.ticks(20))
    #expect(list.value == source.value)
    #expect(list.storeFailure.value == nil)
  }

  @Test func aStoreThatCannotBeWrittenStopsNothingElse() {
    let list = list()
    let full = StoreFailure("full")
    store.failure = full
    time.advance(by: time.ticks(20))
    #expect(list.storeFailure.value == full)
    source.remove(at: source.count - 1)
    time.advance(by: time.ticks(20))
    #expect(list.value == source.value)
    #expect(list.connection.value.isLive)
    store.failure = nil
    source.remove(at: source.count - 1)
    time.advance(by: time.ticks(20))
    #expect(list.storeFailure.value == nil)
    #expect(store.saves == [source.value])
  }
}
