import Foundation
import Operators
import StreamCore
import StreamTesting
import TestSupport
import Testing
import Wire

/// Outboxes with a store and three lanes, which stop at random writes, against the rules for the other side.
///
/// Sendings are lost, repeated, reordered and refused, in virtual time.
@Suite struct RandomOutboxStoreTests {
  private static let count = ProcessInfo.processInfo.environment["RILL_SCHEDULES"].flatMap(UInt64.init) ?? 1_000

  @Test(.long) func nothingIsLostAndNothingIsTakenTwice() {
    for seed in 0..<Self.count {
      let runs = StoppedRuns(seed)
      runs.play()
      if let fault = runs.fault {
        Issue.record("schedule \(seed): \(fault)")
        return
      }
    }
  }
}

private enum SendError: Error { case lost, refused }

/// The other side, the store, and the runs of the program, which share both.
///
/// Guarded by: the test (one thread moves the time).
private final class StoppedRuns: @unchecked Sendable {
  private typealias Box = Outbox<Int, Int, SendError>

  /// A store that a run writes to until the run stops. Its content is left for the next.
  private final class Store: OutboxStore, @unchecked Sendable {
    unowned let runs: StoppedRuns
    let run: Int

    init(_ runs: StoppedRuns, _ run: Int) { (self.runs, self.run) = (runs, run) }

    func entries() -> [StoredEntry<Int>] {
      runs.stored.map { entry in
        StoredEntry(key: entry.key, entry.refused ? .refused(entry.message, reason: "no") : .waiting(entry.message))
      }
    }

    func save(_ changes: [StoredChange<Int>]) { runs.save(changes, by: run) }
  }

  private let time = TestScheduler()
  private var random: Random
  private var stored: [(key: String, message: Int, refused: Bool)] = []
  private let stopsAtEveryWrite: Bool
  private var run = 0
  private var writesLeft = 0
  private var box: Box?

  /// Messages whose `post` has returned in a running program, and those that may be stored.
  private var posted: Set<Int> = []
  private var doubtful: Set<Int> = []
  private var discarded: Set<Int> = []

  private var taken: [Int] = []
  private var answers: [String: Int] = [:]
  private var poisonous: Set<Int> = []
  private var wasRefused: Set<Int> = []
  private var observers: [Observer<Box.Acknowledgement, SendError>] = []
  private var isHealthy = false
  private(set) var fault: String?

  init(_ seed: UInt64) {
    random = Random(state: seed)
    stopsAtEveryWrite = seed % 4 == 0
  }

  private func happens(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

  func play() {
    start()
    var next = 0
    for _ in 0..<60 {
      if writesLeft <= 0 { start() }
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        if happens(6) { poisonous.insert(next) }
        post(next)
        next += 1
      case 3: repair()
      case 4: box?.isPaused.modify { $0.toggle() }
      case 5: box?.retryNow()
      default: time.advance(by: time.ticks(Int.random(in: 1...5, using: &random)))
      }
    }
    finish(next)
  }

  private func start() {
    run += 1
    writesLeft = stopsAtEveryWrite ? 1 : Int.random(in: 1...20, using: &random)
    open()
  }

  private func open() {
    let (run, batch) = (run, Int.random(in: 1...3, using: &random))
    let policy = RetryPolicy<Disconnection<SendError>>.constant(time.ticks(2)).when {
      if case .failed(.refused) = $0 { false } else { true }
    }
    box = try? Box(
      store: Store(self, run), limit: 1_000, batch: batch, lane: { "\($0 % 3)" }, retrying: policy,
      silence: time.ticks(7), on: time
    ) { [unowned self] entries in
      Signal { observer in self.take(entries, observer, by: run) }
    }
  }

  private func save(_ changes: [StoredChange<Int>], by run: Int) {
    guard run == self.run, writesLeft > 0 else { return }
    for change in changes {
      switch change {
      case .posted(let key, let message): stored.append((key, message, false))
      case .removed(let key): stored.removeAll { $0.key == key }
      case .refused(let key, _):
        if let index = stored.firstIndex(where: { $0.key == key }) { stored[index].refused = true }
      case .reopened(let key):
        if let index = stored.firstIndex(where: { $0.key == key }) {
          stored.append((key, stored.remove(at: index).message, false))
        }
      }
    }
    if !isHealthy { writesLeft -= 1 }
  }

  /// The program stops with the write that used up `writesLeft`: its later actions have not happened.
  private var isRunning: Bool { isHealthy || writesLeft > 0 }

  private func post(_ message: Int) {
    box?.post(message, key: "\(message)")
    if stored.contains(where: { $0.message == message }) || taken.contains(message) || !isRunning {
      if isRunning { posted.insert(message) } else { doubtful.insert(message) }
    } else {
      fault = fault ?? "\(message) was posted and is not stored"
    }
  }

  private func repair() {
    guard let refused = box?.refused.value.first, let message = refused.message else { return }
    if happens(2) {
      poisonous.remove(message)
      box?.retry(refused.key)
    } else {
      discarded.insert(message)
      box?.discard(refused.key)
    }
  }

  private func take(_ entries: [Box.Entry], _ observer: Observer<Box.Acknowledgement, SendError>, by run: Int)
    -> Disposable
  {
    guard run == self.run, isRunning else { return Disposable {} }
    if happens(3) { observers.append(observer) }
    var takenNow: [Box.Acknowledgement] = []
    for entry in entries {
      if !isHealthy, happens(6) { return lose(observer) }
      if answers[entry.key] == nil {
        if poisonous.contains(entry.message) {
          // The failure is the answer to the first entry that is not acknowledged.
          for acknowledgement in takenNow { observer.send(acknowledgement) }
          wasRefused.insert(entry.message)
          observer.fail(.refused)
          return Disposable {}
        }
        taken.append(entry.message)
        answers[entry.key] = entry.message
      }
      let answer = answers[entry.key]!
      takenNow.append(Box.Acknowledgement(key: entry.key, answer: answer))
      for _ in 0...(happens(2) ? 1 : 0) where isHealthy || !happens(6) {
        let delay = time.ticks(Int.random(in: 0...4, using: &random))
        time.schedule(after: delay) { [unowned self] in
          let acknowledgement = Box.Acknowledgement(key: entry.key, answer: answer)
          observer.send(acknowledgement)
          // A late one arrives by another connection, of another lane or a later run.
          if happens(2) { observers.last?.send(acknowledgement) }
        }
      }
    }
    return Disposable {}
  }

  private func lose(_ observer: Observer<Box.Acknowledgement, SendError>) -> Disposable {
    if happens(2) { observer.fail(.lost) }
    return Disposable {}
  }

  private func finish(_ count: Int) {
    isHealthy = true
    run += 1
    open()
    guard let box else { return fault = "the store was not read" }
    for _ in 0..<200 where !box.entries.value.isEmpty { time.advance(by: time.ticks(10)) }
    let left = Set(box.refused.value.compactMap(\.message))
    if !box.entries.value.isEmpty { fault = fault ?? "\(box.entries.value.map(\.message)) are left" }
    if Set(taken).count != taken.count { fault = fault ?? "\(taken) were taken" }
    for message in 0..<count {
      let isTaken = taken.contains(message)
      if isTaken, left.contains(message) { fault = fault ?? "\(message) was taken and is listed as refused" }
      if posted.contains(message), !isTaken, !left.contains(message), !discarded.contains(message) {
        fault = fault ?? "\(message) was lost"
      }
    }
    // A refused message that was sent again is taken later than the others of its lane.
    for lane in 0..<3 {
      let inOrder = taken.filter { $0 % 3 == lane && !wasRefused.contains($0) }
      if inOrder != inOrder.sorted() { fault = fault ?? "lane \(lane) was taken as \(inOrder)" }
    }
  }
}
