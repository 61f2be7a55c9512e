import Operators
import StreamCore
import StreamTesting
import Testing
import Wire

/// An outbox whose other side sends acknowledgements again, too late and too early, at every point, in virtual time.
@Suite struct RandomOutboxTests {
  @Test func duplicatesAtEveryPointChangeNeitherTheOrderNorTheAnswers() {
    for seed in 0..<500 as Range<UInt64> {
      let side = OtherSide(seed)
      side.play()
      if let fault = side.fault {
        Issue.record("schedule \(seed): \(fault)")
        return
      }
    }
  }
}

/// Takes each key once, and remembers its answer.
///
/// Guarded by: the test (one thread moves the time).
private final class OtherSide: @unchecked Sendable {
  private typealias Box = Outbox<Int, Int, TestFailure>

  private let time = TestScheduler()
  private var random: Random
  private var list: [Int] = []
  private var answers: [String: Int] = [:]
  private var observer: Observer<Box.Acknowledgement, TestFailure>?
  private var posted = 0
  private var sent: Set<Int> = []
  private var answered: [Int: [Int]] = [:]
  private(set) var fault: String?

  init(_ seed: UInt64) { random = Random(state: seed) }

  private func happens(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

  func play() {
    let batch = Int.random(in: 1...4, using: &random)
    let box = Box(limit: 100, batch: batch, retrying: .constant(time.ticks(2)), silence: time.ticks(9), on: time) {
      [unowned self] entries in Signal { self.take(entries, $0) }
    }
    for _ in 0..<40 {
      disturb()
      switch Int.random(in: 0..<4, using: &random) {
      case 0: time.advance(by: time.ticks(Int.random(in: 1...6, using: &random)))
      case 1: observer?.fail(TestFailure("cut"))
      default: post(posted, box)
      }
      // A message that is posted again while it waits is the same one.
      if posted > 0, happens(5), box.entries.value.contains(where: { $0.message == posted - 1 }) {
        box.post(posted - 1, key: "\(posted - 1)")
      }
    }
    for _ in 0..<100 where !box.entries.value.isEmpty { time.advance(by: time.ticks(10)) }
    check(box.entries.value.map(\.message))
  }

  private func post(_ message: Int, _ box: Box) {
    posted += 1
    box.post(message, key: "\(message)").subscribe(
      next: { [unowned self] in answered[message, default: []].append($0) },
      failed: { [unowned self] in fault = "\(message) failed: \($0)" })
    disturb()
  }

  private func take(_ entries: [Box.Entry], _ observer: Observer<Box.Acknowledgement, TestFailure>) -> Disposable {
    self.observer = observer
    sent.formUnion(entries.map(\.message))
    disturb()
    for entry in entries {
      // The rest of the batch is lost: entries are taken in order.
      if happens(6) { break }
      if answers[entry.key] == nil {
        list.append(entry.message)
        answers[entry.key] = list.count
      }
      let answer = answers[entry.key]!
      for _ in 0...(happens(2) ? 1 : 0) where !happens(6) {
        let delay = time.ticks(Int.random(in: 0...4, using: &random))
        // A message in flight may arrive by a later connection.
        time.schedule(after: delay) { [unowned self] in send(entry.key, answer) }
      }
    }
    return Disposable {}
  }

  private func send(_ key: String, _ answer: Int) {
    observer?.send(Box.Acknowledgement(key: key, answer: answer))
    disturb()
  }

  /// Sends an acknowledgement of an earlier message again, or one of a message that has not been taken.
  private func disturb() {
    guard happens(2), posted > 0 else { return }
    let message = Int.random(in: 0..<posted + 2, using: &random)
    if let answer = answers["\(message)"] {
      observer?.send(Box.Acknowledgement(key: "\(message)", answer: answer))
    } else if !sent.contains(message) {
      observer?.send(Box.Acknowledgement(key: "\(message)", answer: -1))
    }
  }

  private func check(_ left: [Int]) {
    if !left.isEmpty { fault = fault ?? "\(left) are left" }
    if list != Array(0..<posted) { fault = fault ?? "\(posted) were posted, and \(list) was taken" }
    for message in 0..<posted where answered[message] != [message + 1] {
      fault = fault ?? "\(message) was answered \(answered[message] ?? [])"
    }
  }
}
