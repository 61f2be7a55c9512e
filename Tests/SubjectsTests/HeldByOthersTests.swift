import StreamPrimitives
import Foundation
import Rill
import Synchronization
import Testing

/// One thread that delivers, and another that sends for as long as that lasts.
private final class Pair: Sendable {
  /// The other thread stops after this number of events. So a blocked thread is a failure and not a hang.
  private static let most = 2_000

  private let other = Lock<(@Sendable (Int) -> Void)?>(nil)
  private let othersEnd = Lock<(@Sendable () -> Void)?>(nil)

  /// The thread that is inside of the call which may be held.
  private let inside = Atomic<UInt>(0)
  private let sent = Atomic(0)
  private let isOver = Atomic(false)
  private let delivered = Counter()

  /// Called for each delivered event. The first call that may be blocked waits for another event.
  func hear() {
    guard inside.load(ordering: .relaxed) == currentThread else { return }
    delivered.add()
    startOther()
    let before = sent.load(ordering: .acquiring)
    while sent.load(ordering: .acquiring) <= before, !isOver.load(ordering: .acquiring) { sched_yield() }
    // Where it goes by way of a task, that has come before this one.
    let isHere = Milestone()
    Task { isHere.reach() }
    isHere.wait()
  }

  private func startOther() {
    guard let send = other.withLock({ $0.take() }) else { return }
    let end = onThread { [self] in
      for value in 1...Self.most where !isOver.load(ordering: .acquiring) {
        send(value)
        sent.add(1, ordering: .releasing)
      }
      isOver.store(true, ordering: .releasing)
    }
    othersEnd.withLock { $0 = end }
  }

  /// How many events a call delivers while the other thread sends.
  func delivered(
    by call: @escaping @Sendable () -> Void, whileSending send: @escaping @Sendable (Int) -> Void
  ) async -> Int {
    other.withLock { $0 = send }
    let hasReturned = Milestone()
    let end = onThread { [self] in
      inside.store(currentThread, ordering: .relaxed)
      call()
      inside.store(0, ordering: .relaxed)
      isOver.store(true, ordering: .releasing)
      hasReturned.reach()
    }
    await until { hasReturned.isReached }
    end()
    othersEnd.withLock { $0 }?()
    return delivered.count
  }
}

/// A source where one thread may deliver the events of others.
private struct Place: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// Makes the source, with a handler. Returns the call that may be blocked, and the work of the other threads.
  let make:
    @Sendable (_ hear: @escaping @Sendable () -> Void) -> (
      call: @Sendable () -> Void, send: @Sendable (Int) -> Void
    )

  private init(
    _ name: String,
    _ make:
      @escaping @Sendable (_ hear: @escaping @Sendable () -> Void) -> (
        call: @Sendable () -> Void, send: @Sendable (Int) -> Void
      )
  ) {
    testDescription = name
    self.make = make
  }

  /// A place whose first value is sent as the others are.
  private init(
    _ name: String, send make: @escaping @Sendable (_ hear: @escaping @Sendable () -> Void) -> @Sendable (Int) -> Void
  ) {
    self.init(name) { hear in
      let send = make(hear)
      return ({ send(0) }, send)
    }
  }

  static let all = streams + bindings + commands

  private static let streams = [
    Place(
      "Subject",
      send: { hear in
        let subject = Subject<Int, Never>()
        subject.subscribe { _ in hear() }
        return { subject.send($0) }
      }),
    Place(
      "BehaviorSubject",
      send: { hear in
        let subject = BehaviorSubject<Int, Never>(0)
        subject.subscribe { _ in hear() }
        return { subject.send($0) }
      }),
    Place(
      "ReplaySubject",
      send: { hear in
        let subject = ReplaySubject<Int, Never>(count: 1)
        subject.subscribe { _ in hear() }
        return { subject.send($0) }
      }),
    Place(
      "Subject(limit:)",
      send: { hear in
        let subject = Subject<Int, Never>(limit: 8)
        subject.subscribe { _ in hear() }
        return { subject.send($0) }
      }),
    Place("send(to:)") { hear in
      let (one, both) = (Subject<Int, Never>(), Subject<Int, Never>())
      let other = Subject<Int, Never>()
      one.send(to: both)
      other.send(to: both)
      both.subscribe { _ in hear() }
      return ({ one.send(0) }, { other.send($0) })
    },
    Place("merge") { hear in
      let (one, other) = (Subject<Int, Never>(), Subject<Int, Never>())
      merge(one, other).subscribe { _ in hear() }
      return ({ one.send(0) }, { other.send($0) })
    },
    Place("flatMap") { hear in
      let subjects = [Subject<Int, Never>(), Subject<Int, Never>()]
      Signal(0...1).flatMap { subjects[$0].signal }.subscribe { _ in hear() }
      return ({ subjects[0].send(0) }, { subjects[1].send($0) })
    },
    Place("combineLatest") { hear in
      let (one, other) = (BehaviorSubject<Int, Never>(0), BehaviorSubject<Int, Never>(0))
      combineLatest(one, other).subscribe { _ in hear() }
      return ({ one.send(0) }, { other.send($0) })
    },
    Place(
      "Signal { observer in }",
      send: { hear in
        let place = Lock<Observer<Int, Never>?>(nil)
        Signal<Int, Never> { observer in place.withLock { $0 = observer } }.subscribe { _ in hear() }
        return { value in place.withLock { $0 }?.send(value) }
      }),
  ]

  private static let bindings = [
    Place(
      "MutableProperty",
      send: { hear in
        let property = MutableProperty(-1)
        property.subscribe { _ in hear() }
        return { property.value = $0 }
      }),
    Place(
      "Channel",
      send: { hear in
        let channel = Channel<Int>()
        channel.following.subscribe { _ in hear() }
        return { channel.leading.send($0) }
      }),
    Place(
      "defaults",
      send: { hear in
        let suite = "HeldByOthersTests"
        let key = DefaultsKey<Int>("number", default: -1)
        let defaults = NotifyingDefaults(suiteName: suite)!
        defaults.removePersistentDomain(forName: suite)
        let terminal = defaults.terminal(for: key)
        defaults.signal(for: key).subscribe { _ in hear() }
        return { terminal.send($0) }
      }),
    Place("a long chain of <~") { hear in
      let chain = (0..<40).map { _ in MutableProperty(-1) }
      for index in 1..<chain.count { chain[index] <~ chain[index - 1] }
      chain[39].subscribe { _ in hear() }
      return ({ chain[0].value = 0 }, { chain[20].value = $0 })
    },
    Place("observe { }") { hear in
      let property = MutableProperty(-1)
      // An expression that retains the property would be a cycle, because the property retains its observers.
      return ({ observe { [weak property] in property?.value }.subscribe { _ in hear() } }, { property.value = $0 })
    },
  ]

  private static let commands = [
    Place(
      "what a command tells",
      send: { hear in
        let command = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { input in .just(input) }
        command.values.subscribe { _ in hear() }
        return { command.execute($0) }
      }),
    Place(
      "what a command begins",
      send: { hear in
        let command = Command<Int, Int, Never>(policy: .queue, on: .immediate) { input in
          hear()
          return .just(input)
        }
        return { command.execute($0) }
      }),
    Place(
      "progress",
      send: { hear in
        let place = Lock<ProgressReporter?>(nil)
        let command = Command<Void, Int, Never>(on: .immediate) { _, reporter -> Signal<Int, Never> in
          place.withLock { $0 = reporter }
          return .never
        }
        let execution = command.execute(())
        execution.progress.subscribe { _ in hear() }
        return { value in
          _ = command
          place.withLock { $0 }?.report(Double(value + 1) / 4_096)
        }
      }),
  ]
}

/// B20: no call lasts as long as other threads continue to send.
@Suite(.serialized) struct HeldByOthersTests {
  @Test(arguments: Place.all) fileprivate func aCallIsNotHeldByOtherSenders(_ place: Place) async {
    let pair = Pair()
    let (call, send) = place.make { pair.hear() }
    let delivered = await pair.delivered(by: call, whileSending: send)
    #expect(delivered > 0)
    // Its own event, the queued one that it finds afterwards, and its share of the events that arrive then.
    #expect(delivered <= 1 + 1 + itemsForOthers)
  }
}
