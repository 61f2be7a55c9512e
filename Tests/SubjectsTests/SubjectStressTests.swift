import StreamCore
import StreamTesting
import Subjects
import Testing

/// Four senders, four threads of observers that come and go, handlers that send: a million events, and the thread sanitizer watches.
@Suite(.serialized)
struct SubjectStressTests {
  private static let perSender = 200_000
  private static let originals = 4 * perSender

  /// Where in the order each value came. Written in the handler of the first observer, without a lock: that deliveries never overlap is what
  /// makes this right, and what the sanitizer checks.
  private final class Order: @unchecked Sendable {
    var positions = [Int](repeating: -1, count: 2 * originals)
    var count = 0
    var doubled = 0

    func append(_ value: Int) {
      if positions[value] >= 0 { doubled += 1 }
      positions[value] = count
      count += 1
    }
  }

  private func stress(_ subject: some SubjectProtocol<Int, Never>, startingWith initial: Int = 0) {
    let (first, second) = (Order(), Order())
    let total = initial + Self.originals + Self.originals / 4
    let (isOver, visits) = (Milestone(), Log<[Int]>())
    subject.subscribe { value in
      first.append(value)
      if first.count == total { isOver.reach() }
      // Every fourth value makes this handler send another one.
      if value < Self.originals, value.isMultiple(of: 4) { subject.send(value + Self.originals) }
    }
    subject.subscribe { second.append($0) }
    onThreads(5) { index in
      if index == 4 {
        onThreads(4) { sender in
          for value in 0..<Self.perSender { subject.send(sender * Self.perSender + value) }
        }
        // What the handlers send when the end has been sent would rightly be dropped.
        isOver.wait()
        subject.complete()
      } else {
        while !isOver.isReached { visits.append(self.visit(subject)) }
      }
    }

    #expect(first.count == total)
    #expect(first.doubled == 0)
    #expect(first.positions == second.positions)
    for sender in 0..<4 {
      let own = first.positions[sender * Self.perSender..<(sender + 1) * Self.perSender]
      #expect(zip(own, own.dropFirst()).allSatisfy { $0 < $1 }, "a sender's values were reordered")
    }
    let torn = visits.all.filter { visit in
      zip(visit, visit.dropFirst()).contains { first.positions[$1] != first.positions[$0] + 1 }
    }
    #expect(torn.isEmpty, "an observer missed a value, or heard one twice")
  }

  /// Listens for a while; comes and goes from outside of every delivery.
  private func visit(_ subject: some SubjectProtocol<Int, Never>) -> [Int] {
    let heard = Log<Int>()
    let isFull = Milestone()
    let count = Counter()
    let handle = subject.subscribe(
      next: { value in
        heard.append(value)
        if count.add() == 40 { isFull.reach() }
      }, completed: { isFull.reach() })
    isFull.wait()
    handle.dispose()
    return heard.all
  }

  @Test func subject() { stress(Subject()) }

  /// Its first value is one that nobody sends; the two observers that stay hear it first.
  @Test func behaviorSubject() { stress(BehaviorSubject(2 * Self.originals - 1), startingWith: 1) }

  @Test func replaySubject() { stress(ReplaySubject(count: 3)) }

  @Test func twoSubjectsThatFeedEachOtherFromTwoThreads() {
    let (one, other) = (Subject<Int, Never>(), Subject<Int, Never>())
    let heard = Counter()
    one.subscribe {
      heard.add()
      if $0 > 0 { other.send($0 - 1) }
    }
    other.subscribe {
      heard.add()
      if $0 > 0 { one.send($0 - 1) }
    }
    onThreads(2) { index in (index == 0 ? one : other).send(100_000) }
    #expect(heard.count == 200_002)
    one.complete()
    other.complete()
  }

  @Test func twoBehaviorSubjectsThatFeedEachOtherFromTwoThreads() {
    let (one, other) = (BehaviorSubject<Int, Never>(0), BehaviorSubject<Int, Never>(0))
    let heard = Counter()
    one.subscribe {
      heard.add()
      if $0 > 0 { other.value = $0 - 1 }
    }
    other.subscribe {
      heard.add()
      if $0 > 0 { one.value = $0 - 1 }
    }
    onThreads(2) { index in (index == 0 ? one : other).value = 50_000 }
    #expect(heard.count == 100_004)
    one.complete()
    other.complete()
  }
}
