import Foundation
import StreamCore
import StreamTesting
import TestSupport
import Testing
import Wire

/// Random calls, each of which may come while the store is saving another, as from another thread. Savings fail.
@Suite struct RandomOutboxRaceTests {
  private static let count = ProcessInfo.processInfo.environment["RILL_SCHEDULES"].flatMap(UInt64.init) ?? 500

  @Test(.long) func everyCallIsAnsweredAndADiscardedEntryIsGone() {
    for seed in 0..<Self.count {
      let calls = OverlappingCalls(seed)
      if let fault = calls.play() {
        Issue.record("schedule \(seed): \(fault)")
        return
      }
    }
  }
}

/// Guarded by: the test (one thread calls and moves the time).
private final class OverlappingCalls: @unchecked Sendable {
  private typealias Box = Outbox<String, String, TestFailure>

  private let time = TestScheduler()
  private let store = TestStore([
    StoredEntry(key: "a", .unreadable(reason: "old")), StoredEntry(key: "b", .refused("b", reason: "no")),
    StoredEntry(key: "c", .waiting("c")),
  ])
  private var random: Random
  private var box: Box?
  private var depth = 0
  private var fails = true
  private var answers: [(call: String, Recorder<String, OutboxFailure<TestFailure>>)] = []

  /// The keys that were discarded last, and not posted, retried or edited since.
  private var discarded: Set<String> = []

  init(_ seed: UInt64) { random = Random(state: seed) }

  private func happens(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

  func play() -> String? {
    store.whileSaving { [unowned self] _ in
      if depth < 3, happens(2) { call() }
      store.isFull = fails && happens(3)
    }
    box = try? Box(store: store, retrying: .immediate(limit: 0), on: time) {
      [unowned self] entries -> Signal<Box.Acknowledgement, TestFailure> in
      if fails, happens(2) { return .fail(TestFailure()) }
      return .just(Box.Acknowledgement(key: entries[0].key, answer: entries[0].message))
    }
    for _ in 0..<12 { call() }
    fails = false
    time.run()
    return fault()
  }

  private func call() {
    guard let box else { return }
    depth += 1
    defer { depth -= 1 }
    let key = ["a", "b", "c"].randomElement(using: &random)!
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      discarded.remove(key)
      answers.append(("post \(key)", Recorder(box.post(key, key: key))))
    case 1:
      discarded.remove(key)
      if let answer = box.retry(key) { answers.append(("retry \(key)", Recorder(answer))) }
    case 2: answers.append(("edit \(key)", Recorder(box.edit(key, to: key))))
    case 3:
      // A call during the discard may post the entry again.
      discarded.insert(key)
      if !box.discard(key) { discarded.remove(key) }
    default: time.advance()
    }
  }

  private func fault() -> String? {
    guard let box else { return "the store was not read" }
    let (waiting, refused) = (box.entries.value.map(\.key), box.refused.value.map(\.key))
    if !waiting.isEmpty { return "\(waiting) are left" }
    if Set(refused).count != refused.count { return "\(refused) are refused" }
    if let key = discarded.first(where: { refused.contains($0) }) { return "\(key) was discarded, and is refused" }
    for (call, answer) in answers where answer.events.isEmpty { return "\(call) was not answered" }
    return nil
  }
}
