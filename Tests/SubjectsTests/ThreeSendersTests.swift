import StreamPrimitives
import Rill
import Synchronization
import Testing

/// A value, its sender, and the number of that sender's earlier values.
private struct Sent: Sendable, Equatable {
  let sender: Int
  let number: Int
}

/// A source with three sending threads and one handler.
private struct Crossing: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// Whether a value that is replaced before its delivery is dropped.
  var conflates = false
  let make: @Sendable (_ hear: @escaping @Sendable (Sent) -> Void) -> @Sendable (Sent) -> Void

  static let all = [
    Crossing(testDescription: "Subject") { hear in
      let subject = Subject<Sent, Never>()
      subject.subscribe { hear($0) }
      return { subject.send($0) }
    },
    Crossing(testDescription: "BehaviorSubject") { hear in
      let subject = BehaviorSubject<Sent?, Never>(nil)
      subject.compactMap { $0 }.subscribe { hear($0) }
      return { subject.send($0) }
    },
    Crossing(testDescription: "ReplaySubject") { hear in
      let subject = ReplaySubject<Sent, Never>(count: 2)
      subject.subscribe { hear($0) }
      return { subject.send($0) }
    },
    Crossing(testDescription: "merge") { hear in
      let subjects = (0..<3).map { _ in Subject<Sent, Never>() }
      merge(subjects).subscribe { hear($0) }
      return { subjects[$0.sender].send($0) }
    },
    Crossing(testDescription: "flatMap") { hear in
      let subjects = (0..<3).map { _ in Subject<Sent, Never>() }
      Signal(0..<3).flatMap { subjects[$0].signal }.subscribe { hear($0) }
      return { subjects[$0.sender].send($0) }
    },
    Crossing(testDescription: "Channel") { hear in
      let channel = Channel<Sent>()
      channel.following.subscribe { hear($0) }
      return { channel.leading.send($0) }
    },
    Crossing(testDescription: "MutableProperty", conflates: true) { hear in
      let property = MutableProperty<Sent?>(nil)
      property.compactMap { $0 }.subscribe { hear($0) }
      return { property.value = $0 }
    },
  ]
}

/// B20: three senders and a slow subscriber. No `send` is blocked by the others, every sender makes progress, and no
/// value is lost or reordered.
@Suite(.serialized) struct ThreeSendersTests {
  private struct Call {
    let sender: Int
    var forOthers = 0
  }

  @Test(arguments: Crossing.all)
  fileprivate func threeSendersAndASlowSubscriber(_ crossing: Crossing) async {
    let count = 10_000
    let calls = Lock<[UInt: Call]>([:])
    let most = Lock(0)
    let order = Lock<[[Int]]>([[], [], []])
    let send = crossing.make { value in
      // Slow, in steps: it takes several times as long as a send.
      for _ in 0..<8 { order.withLock { _ = $0.count } }
      order.withLock { $0[value.sender].append(value.number) }
      calls.withLock { calls in
        if let call = calls[currentThread], call.sender != value.sender { calls[currentThread]!.forOthers += 1 }
      }
    }
    onThreads(3) { sender in
      for number in 0..<count {
        calls.withLock { $0[currentThread] = Call(sender: sender) }
        send(Sent(sender: sender, number: number))
        let call = calls.withLock { $0.removeValue(forKey: currentThread) }
        most.withLock { $0 = max($0, call?.forOthers ?? 0) }
      }
    }
    if crossing.conflates {
      // One more value, which is not replaced, is delivered last.
      send(Sent(sender: 0, number: count))
      await until { order.withLock { $0[0].last == count } }
      for numbers in order.withLock({ $0 }) { #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }) }
    } else {
      await until { order.withLock { $0.allSatisfy { $0.count >= count } } }
      for numbers in order.withLock({ $0 }) { #expect(numbers == Array(0..<count)) }
    }
    #expect(most.withLock { $0 } <= itemsForOthers)
  }

  /// With many observers, one `send` delivers a number of events for others, each to all observers.
  @Test(arguments: [1, 2, 100])
  func fourSendersAndSoManyObservers(_ observers: Int) async {
    let count = 2_000
    let subject = Subject<Sent, Never>()
    let calls = Lock<[UInt: Call]>([:])
    let most = Lock(0)
    let heard = (0..<observers).map { _ in Lock<[[Int]]>(Array(repeating: [], count: 4)) }
    for (place, heard) in heard.enumerated() {
      subject.subscribe { value in
        heard.withLock { $0[value.sender].append(value.number) }
        guard place == 0 else { return }
        calls.withLock { calls in
          if let call = calls[currentThread], call.sender != value.sender { calls[currentThread]!.forOthers += 1 }
        }
      }
    }
    onThreads(4) { sender in
      for number in 0..<count {
        calls.withLock { $0[currentThread] = Call(sender: sender) }
        subject.send(Sent(sender: sender, number: number))
        let call = calls.withLock { $0.removeValue(forKey: currentThread) }
        most.withLock { $0 = max($0, call?.forOthers ?? 0) }
      }
    }
    await until { heard.last!.withLock { $0.allSatisfy { $0.count == count } } }
    for heard in heard { #expect(heard.withLock { $0 } == Array(repeating: Array(0..<count), count: 4)) }
    #expect(most.withLock { $0 } <= itemsForOthers)
  }
}
