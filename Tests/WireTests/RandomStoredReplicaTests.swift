import Foundation
import Lists
import Operators
import Properties
import StreamCore
import StreamFoundation
import StreamRuntime
import StreamTesting
import TestSupport
import Testing
import Wire

/// A client with a stored list and a stored property, which starts again under random schedules in virtual time.
///
/// Messages are lost, repeated and reordered, connections are cut, servers restart, and the stores fail.
/// `RILL_SCHEDULES=10000 swift test --filter RandomStoredReplica` plays that many.
@Suite struct RandomStoredReplicaTests {
  private static let count = ProcessInfo.processInfo.environment["RILL_SCHEDULES"].flatMap(UInt64.init) ?? 30

  @Test(.long) func everyRestartShowsTheStoredStateAndThenNothingOlder() {
    var met: Set<String> = []
    for seed in 0..<Self.count {
      if let fault = StoredSchedule(seed).play(&met) {
        Issue.record("schedule \(seed): \(fault)")
        return
      }
    }
    #expect(met == ["edits", "elements", "not read", "not written", "older than shown", "started offline"])
  }
}

/// The source, its servers, and the runs of a client.
private final class StoredSchedule {
  private let time = TestScheduler()
  private let coding = JSONWireCoding()
  private let network: MemoryNetwork
  private let source = ObservableList<Card>()
  private let number = MutableProperty(0)
  private let cardStore = MemoryReplicaStore<[Card]>()
  private let numberStore = MemoryReplicaStore<Int>()
  private let bounds: WireLimits
  private var random: Random
  private var isServing = true

  /// The elements of each version of the source. The first card of a version has its number as the title.
  private var versions: [[Card]] = []

  private var list: RemoteList<Card>?
  private var copy: RemoteProperty<Int>?
  private let watching = SerialDisposable()

  /// The lists and numbers that this run of the client has shown.
  private let shown = Lock<(lists: [[Card]], numbers: [Int])>(([], []))

  init(_ seed: UInt64) {
    random = Random(state: seed &+ 4_711)
    var bounds = limits(time)
    bounds.versions = 6
    bounds.message = 900
    self.bounds = bounds
    network = MemoryNetwork(nil, on: time, seed: seed)
    change { _ in }
    network.restart(with: service())
  }

  private func service() -> WireService {
    let service = WireService(coding: coding, limits: bounds, on: time)
    service.offer("cards", list: source)
    service.offer("number", number)
    return service
  }

  /// Makes the next version of the source in one step.
  private func change(_ body: (inout [Card]) -> Void) {
    var cards = Array((versions.last ?? []).dropFirst())
    body(&cards)
    versions.append([Card(id: 0, title: "\(versions.count)")] + cards)
    source.set(versions[versions.count - 1], by: \.id)
  }

  /// Ends the run of the client, and begins another one.
  private func startClient(_ met: inout Set<String>) -> String? {
    if let fault = faultInShown() { return fault }
    let before = list?.value.first?.title
    (list, copy) = (nil, nil)
    watching.inner = nil
    shown.withLock { $0 = ([], []) }
    let stored = try? cardStore.stored()
    let storedNumber = try? numberStore.stored()
    let policy = RetryPolicy<Disconnection<WireFailure>>.constant(time.ticks(3))
    let list = RemoteList<Card>(
      "cards", over: network, coding: coding, limits: bounds, store: cardStore, retrying: policy, on: time)
    let copy = RemoteProperty<Int>(
      "number", over: network, coding: coding, limits: bounds, store: numberStore, retrying: policy, on: time)
    (self.list, self.copy) = (list, copy)
    let both = CompositeDisposable()
    both.add(list.property.subscribe { [shown] cards in shown.withLock { $0.lists.append(Array(cards)) } })
    both.add(copy.value.subscribe { [shown] new in if let new { shown.withLock { $0.numbers.append(new) } } })
    watching.inner = Disposable { both.dispose() }
    guard list.value == stored?.state ?? [] else { return "a client starts with \(list.value), not the stored list" }
    guard copy.value.value == storedNumber?.state else { return "a client starts without the stored number" }
    if list.storeFailure.value != nil { met.insert("not read") }
    if let before, let stored, stored.state.first?.title != before { met.insert("older than shown") }
    if !list.isEmpty, !list.connection.value.isLive { met.insert("started offline") }
    return nil
  }

  /// Returns the first fault in the shown states: a mixture of versions, or a step back.
  private func faultInShown() -> String? {
    let shown = shown.withLock { $0 }
    var last = -1
    for cards in shown.lists {
      guard let first = cards.first else {
        if last >= 0 { return "the list is empty after version \(last)" } else { continue }
      }
      guard let version = Int(first.title), cards == versions[version] else { return "a mixture is shown: \(cards)" }
      if version < last { return "version \(version) is shown after \(last)" }
      last = version
    }
    return shown.numbers == shown.numbers.sorted() ? nil : "the numbers are \(shown.numbers)"
  }

  func play(_ met: inout Set<String>) -> String? {
    defer {
      watching.dispose()
      network.restart(with: nil)
      time.advance(by: time.ticks(100))
    }
    if let fault = startClient(&met) { return fault }
    for _ in 0..<60 {
      time.advance(by: time.ticks(Int.random(in: 0...6, using: &random)))
      if let fault = step(&met) { return fault }
    }
    network.calmDown()
    if !isServing { network.restart(with: service()) }
    cardStore.failure = nil
    numberStore.failure = nil
    change { $0.reverse() }
    number.value += 1
    if let fault = startClient(&met) { return fault }
    for _ in 0..<40 {
      time.advance(by: time.ticks(10))
      if list?.value == source.value, copy?.value.value == number.value { break }
    }
    time.advance(by: time.ticks(20))
    if network.sent.contains(where: { $0.contains("\"edits\"") }) { met.insert("edits") }
    if network.sent.contains(where: { $0.contains("\"elements\"") }) { met.insert("elements") }
    if list?.value != source.value { return "the list is \(list?.value ?? []), and there is \(source.value)" }
    if copy?.value.value != number.value { return "the number is not \(number.value)" }
    guard cardStore.saves.last == source.value, numberStore.saves.last == number.value else {
      return "the last state is not stored"
    }
    return faultInShown()
  }

  private func step(_ met: inout Set<String>) -> String? {
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1:
      isServing = !isServing || Bool.random(using: &random)
      network.restart(with: isServing ? service() : nil)
    case 2: network.cut()
    case 3, 4: return startClient(&met)
    case 5:
      let isFailing = Int.random(in: 0..<3, using: &random) == 0
      cardStore.failure = isFailing ? StoreFailure("full") : nil
      numberStore.failure = cardStore.failure
    case 6: number.value += 1
    case 7: change { $0.removeAll { $0.id % 3 == 1 } }
    case 8: change { if $0.count > 1 { $0.insert($0.removeLast(), at: 0) } }
    case 9: change { if !$0.isEmpty { $0[$0.count / 2].title += "!" } }
    default:
      let first = Int.random(in: 1..<90_000, using: &random)
      change { $0.append(contentsOf: (first..<first + 4).map { Card(id: $0, title: "new") }) }
    }
    if list?.storeFailure.value != nil, cardStore.saves.count > 0, !shown.withLock({ $0.lists.isEmpty }) {
      met.insert("not written")
    }
    return nil
  }
}
