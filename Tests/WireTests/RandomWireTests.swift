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

/// Served lists, properties and commands under random schedules, compared with their replicas in virtual time.
///
/// Messages are lost, repeated and reordered, connections are cut, and servers restart. `RILL_SCHEDULES=10000 swift
/// test --filter RandomWire` plays that many.
@Suite struct RandomWireTests {
  private static let count = ProcessInfo.processInfo.environment["RILL_SCHEDULES"].flatMap(UInt64.init) ?? 60

  @Test(.long) func everyScheduleEndsWithEqualReplicasAndEachCallOnce() {
    var met: Set<String> = []
    for seed in 0..<Self.count {
      let fault = play(seed, &met)
      if let fault {
        Issue.record("schedule \(seed): \(fault)")
        return
      }
    }
    #expect(met == ["edits", "elements", "parts", "restart", "repeated"])
  }

  private func play(_ seed: UInt64, _ met: inout Set<String>) -> String? {
    var random = Random(state: seed &+ 77)
    let (time, coding) = (TestScheduler(), JSONWireCoding())
    var limits = WireLimits()
    limits.heartbeat = time.ticks(15)
    limits.silence = time.ticks(40)
    limits.versions = 4
    limits.message = 700
    let source = ObservableList((0..<20).map { Card(id: $0, title: "card \($0)") })
    let number = MutableProperty(0)
    // The keys that the store has taken: they survive a restart of the server.
    let taken = Lock<[(key: String, input: Int)]>([])
    let repeated = Lock(false)
    func serve() -> WireService {
      let service = WireService(coding: coding, limits: limits, on: time)
      service.offer("cards", list: source)
      service.offer("number", number)
      service.offer(
        "take",
        from: { (input: Int, key) -> Signal<Int, Taken> in
          .just(
            taken.withLock { taken in
              if let known = taken.firstIndex(where: { $0.key == key }) {
                repeated.withLock { $0 = true }
                return known
              }
              taken.append((key, input))
              return taken.count - 1
            })
        })
      return service
    }
    let network = MemoryNetwork(serve(), on: time, seed: seed)
    defer {
      network.restart(with: nil)
      time.advance(by: time.ticks(100))
    }
    let policy = RetryPolicy<Disconnection<WireFailure>>.constant(time.ticks(3))
    let lists = (0..<2).map { _ in
      RemoteList<Card>("cards", over: network, coding: coding, limits: limits, retrying: policy, on: time)
    }
    let copy = RemoteProperty<Int>(
      "number", over: network, coding: coding, limits: limits, retrying: policy, on: time)
    let take = RemoteCommand<Int, Int, Taken>(
      "take", over: network, coding: coding, limits: limits, retrying: policy, on: time)
    // A list that is kept up to date by the edits of a replica.
    let mirror = Lock<[Card]>([])
    let mirroring = lists[0].edits.subscribe { change in
      mirror.withLock { mirror in for edit in change.edits { mirror.apply(edit) } }
    }
    defer { mirroring.dispose() }
    let even = lists[1].filter { $0.id % 2 == 0 }
    var posted = 0
    for _ in 0..<60 {
      time.advance(by: time.ticks(Int.random(in: 0...6, using: &random)))
      switch Int.random(in: 0..<14, using: &random) {
      case 0:
        network.restart(with: serve())
        met.insert("restart")
      case 1: network.cut()
      case 2, 3:
        take.execute(posted)
        posted += 1
      case 4: number.value += 1
      case 5:
        let first = Int.random(in: 100..<9_000, using: &random)
        source.append(contentsOf: (first..<first + 30).map { Card(id: $0, title: "many") })
      case 6: source.removeAll { $0.id % 7 == 3 }
      case 7, 8: if source.count > 1 { source.move(from: source.count - 1, to: 0) }
      case 9, 10: if !source.isEmpty { source[source.count / 2].title += "!" }
      default: source.insert(Card(id: Int.random(in: 10_000..<99_999, using: &random), title: "new"), at: 0)
      }
    }
    network.calmDown()
    for _ in 0..<40 {
      time.advance(by: time.ticks(10))
      // A live replica may lack the last change, if that was lost, until the next heartbeat.
      if lists.allSatisfy({ $0.value == source.value && $0.connection.value.isLive }), copy.connection.value.isLive,
        copy.value.value == number.value, take.calls.entries.value.isEmpty
      {
        break
      }
    }
    let sent = network.sent
    if sent.contains(where: { $0.contains("\"edits\"") }) { met.insert("edits") }
    if sent.contains(where: { $0.contains("\"elements\"") }) { met.insert("elements") }
    if sent.contains(where: { $0.contains("\"part\"") }) { met.insert("parts") }
    if repeated.withLock({ $0 }) { met.insert("repeated") }
    for (index, list) in lists.enumerated() where list.value != source.value {
      let state = "list \(index) is \(list.connection.value)"
      return "\(state) and has \(list.value.map(\.id)), and there is \(source.value.map(\.id))"
    }
    if even.value != source.value.filter({ $0.id % 2 == 0 }) { return "a list derived from the replica differs" }
    if mirror.withLock({ $0 }) != source.value { return "the edits of the replica lead elsewhere" }
    if copy.value.value != number.value { return "the number is \(copy.value.value ?? -1), not \(number.value)" }
    let inputs = taken.withLock { $0.map(\.input) }
    return inputs == Array(0..<posted) ? nil : "taken were \(inputs), and \(posted) were posted"
  }
}
