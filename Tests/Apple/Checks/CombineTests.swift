import Combine
import Foundation
import Rill
import StreamCore
import Testing

@MainActor @Suite struct CombineTests {
  @Test func bothWays() {
    let model = LegacyModel { text in .just([text, text.uppercased()]) }
    model.query = "ada"
    #expect(model.results == ["ada", "ADA"])
    #expect(!model.isEmpty.value)
    model.query = ""
    #expect(model.isEmpty.value)
  }

  @Test func nothingIsDeliveredThatWasNotDemanded() {
    let source = Rill.Subject<Int, Never>()
    let slow = Slow<Int>()
    source.publisher().subscribe(slow)
    source.send(1)
    #expect(slow.values.isEmpty)
    slow.demand(2)
    source.send(2)
    source.send(3)
    source.complete()
    #expect(slow.values == [1, 2])
    #expect(!slow.isOver)
    slow.demand(1)
    #expect(slow.values == [1, 2, 3])
    #expect(slow.isOver)
  }

  @Test func aPolicyBoundsTheQueuedValues() {
    let source = Rill.Subject<Int, Never>()
    let (newest, sum) = (Slow<Int>(), Slow<Int>())
    source.publisher(buffering: .newest(2)).subscribe(newest)
    source.publisher(buffering: .coalescing { $0 + $1 }).subscribe(sum)
    for number in 1...5 { source.send(number) }
    newest.demand(5)
    sum.demand(5)
    #expect(newest.values == [4, 5])
    #expect(sum.values == [15])
  }

  @Test func aSubscriberThatDemandsOneAtATime_andMillionsOfValues() {
    var count = 0
    let each = Slow<Int> { _ in
      count += 1
      return .max(1)
    }
    Signal<Int, Never>(0..<1_000_000).publisher().subscribe(each)
    each.demand(1)
    #expect(count == 1_000_000)
    #expect(each.isOver)
  }

  @Test func cancellingDisposes_andFailuresPass() {
    struct Trouble: Error {}
    let source = Rill.Subject<Int, Trouble>()
    var heard: [Int] = []
    let isDisposed = MutableProperty(false)
    let followed = source.finally { isDisposed.value = true }
    let kept = followed.publisher().sink { _ in
    } receiveValue: {
      heard.append($0)
    }
    source.send(1)
    kept.cancel()
    source.send(2)
    #expect(heard == [1])
    #expect(isDisposed.value)
    var hasFailed = false
    let other = source.publisher().sink {
      if case .failure = $0 { hasFailed = true }
    } receiveValue: { _ in
    }
    source.fail(Trouble())
    #expect(hasFailed)
    withExtendedLifetime(other) {}
  }

  @Test func aPublisherAsAStream() {
    struct Trouble: Error {}
    let source = PassthroughSubject<Int, Trouble>()
    var events: [String] = []
    source.signal.map { $0 * 2 }.subscribe {
      events.append("\($0)")
    } failed: { _ in
      events.append("failed")
    }
    source.send(1)
    source.send(completion: .failure(Trouble()))
    #expect(events == ["2", "failed"])

    let endless = sequence(first: 0) { $0 + 1 }
    var first: [Int] = []
    let publisher = Publishers.Sequence<UnfoldFirstSequence<Int>, Never>(sequence: endless)
    publisher.signal.take(3).subscribe { first.append($0) }
    #expect(first == [0, 1, 2])

    let cancelled = PassthroughSubject<Int, Never>()
    var wasCancelled = false
    cancelled.handleEvents(receiveCancel: { wasCancelled = true }).signal.subscribe { _ in }.dispose()
    #expect(wasCancelled)
  }

  /// Values of several threads for a subscriber that requests one at a time: each arrives once, serially.
  @Test func severalThreadsSendAndOneDemands() async {
    let source = Rill.Subject<Int, Never>()
    let slow = Slow<Int> { _ in .max(1) }
    source.publisher().subscribe(slow)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask { for number in 0..<500 { source.send(thread * 500 + number) } }
      }
      group.addTask { slow.demand(1) }
    }
    while slow.values.count < 4000 { await Task.yield() }
    #expect(slow.values.sorted() == Array(0..<4000))
  }
}

/// A subscriber that requests demand when the test calls `demand`.
///
/// Guarded by: lock (events arrive serially).
///
/// Guarded by: lock (events arrive serially).
private final class Slow<Input>: Subscriber, @unchecked Sendable {
  typealias Failure = Never
  private let lock = NSLock()
  private let take: (Input) -> Subscribers.Demand
  private var subscription: (any Combine.Subscription)?
  private var heard: [Input] = []
  private(set) var isOver = false

  init(_ take: @escaping (Input) -> Subscribers.Demand = { _ in .none }) { self.take = take }

  var values: [Input] { lock.withLock { heard } }

  func demand(_ count: Int) { subscription?.request(.max(count)) }
  func receive(subscription: any Combine.Subscription) { self.subscription = subscription }

  func receive(_ input: Input) -> Subscribers.Demand {
    lock.withLock { heard.append(input) }
    return take(input)
  }

  func receive(completion: Subscribers.Completion<Never>) { isOver = true }
}
