import StreamCore
import StreamTesting
import Subjects
import Testing

/// Events of four senders and of handlers that send, while four threads of observers come and go.
@Suite(.serialized)
struct SubjectStressTests {
  /// The position of each value in the order. It is written in the handler of the first observer, without a lock. The
  /// sanitizer verifies that deliveries never overlap.
  private final class Order: @unchecked Sendable {
    var positions: [Int]
    var count = 0
    var doubled = 0

    init(_ values: Int) { positions = [Int](repeating: -1, count: values) }

    func append(_ value: Int) {
      if positions[value] >= 0 { doubled += 1 }
      positions[value] = count
      count += 1
    }
  }

  private static let perSender = 50_000

  /// Each sender sends `perSender` values, and the handlers a quarter of that. `initial` is the number of values
  /// without a sender.
  private func stress(_ subject: some SubjectProtocol<Int, Never>, startingWith initial: Int = 0) {
    let perSender = Self.perSender
    let originals = 4 * perSender
    let (first, second) = (Order(2 * originals), Order(2 * originals))
    let total = initial + originals + originals / 4
    let (isOver, visits) = (Milestone(), Log<[Int]>())
    subject.subscribe { value in
      first.append(value)
      if first.count == total { isOver.reach() }
      // Every fourth value makes this handler send another one.
      if value < originals, value.isMultiple(of: 4) { subject.send(value + originals) }
    }
    subject.subscribe { second.append($0) }
    onThreads(5) { index in
      if index == 4 {
        onThreads(4) { sender in
          for value in 0..<perSender { subject.send(sender * perSender + value) }
        }
        // Values that handlers send after the end would be dropped.
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
      let own = first.positions[sender * perSender..<(sender + 1) * perSender]
      #expect(zip(own, own.dropFirst()).allSatisfy { $0 < $1 }, "a sender's values were reordered")
    }
    let torn = visits.all.filter { visit in
      zip(visit, visit.dropFirst()).contains { first.positions[$1] != first.positions[$0] + 1 }
    }
    #expect(torn.isEmpty, "an observer missed a value, or heard one twice")
  }

  /// Subscribes for some time. It comes and goes outside of every delivery.
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

  /// Its initial value has no sender. The two permanent observers receive it first.
  @Test func behaviorSubject() { stress(BehaviorSubject(8 * Self.perSender - 1), startingWith: 1) }

  @Test func replaySubject() { stress(ReplaySubject(count: 3)) }

  @Test func twoSubjectsThatFeedEachOtherFromTwoThreads() async {
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
    // The items beyond the thread's budget are delivered by another one.
    await until { heard.count >= 200_002 }
    #expect(heard.count == 200_002)
    one.complete()
    other.complete()
  }

  @Test func twoBehaviorSubjectsThatFeedEachOtherFromTwoThreads() async {
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
    await until { heard.count >= 100_004 }
    #expect(heard.count == 100_004)
    one.complete()
    other.complete()
  }
}
