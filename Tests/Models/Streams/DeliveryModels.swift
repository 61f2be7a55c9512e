import Interleaving
import ModelSupport
import Operators
import StreamCore
import StreamRuntime
import Testing

/// The drain of `deliver(on:)` between a sender and one action at a time. The values have a plain variable: reading it
/// before it was written is a race.
private final class Delivery: Sendable {
  final class Item: Sendable {
    let number = Shared(0)
    let gone: Count

    init(_ gone: Count) { self.gone = gone }
    deinit { gone.add() }
  }

  let actions: Actions
  let subscription = Subscription()
  let drain: ScheduledDrain<Item, Never>
  let gone = Count()
  let (taken, ends): (Count, Count)

  /// - Parameter isImpatient: Whether an action delivers one event, and not all.
  init(isImpatient: Bool) {
    let (taken, ends) = (Count(), Count())
    (self.taken, self.ends) = (taken, ends)
    actions = Actions(isImpatient)
    let sink = Sink<Item, Never>(
      next: { item in
        taken.add()
        expect(item.number.value == taken.now, "the value \(item.number.value) came as number \(taken.now)")
      }, end: { _ in ends.add() })
    drain = ScheduledDrain(sink, subscription, .unbounded, actions)
  }

  func send(_ numbers: ClosedRange<Int>) {
    for number in numbers {
      let item = Item(gone)
      item.number.value = number
      _ = drain.enqueue(item)
    }
  }
}

/// A scheduler whose actions the program runs. At most one is scheduled at a time.
final class Actions: Scheduler {
  let clock: Readings

  /// The number of scheduled actions that have not begun.
  private let count = Atomic(0)
  private let action = Shared<(@Sendable () -> Void)?>(nil)

  init(_ isImpatient: Bool) { clock = Readings(isImpatient) }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    self.action.value = action
    count.add(1, ordering: .acquiringAndReleasing)
    return .disposed
  }

  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    schedule(action)
  }

  /// Runs the action that is scheduled, if one is.
  @discardableResult
  func run() -> Bool {
    guard count.load(ordering: .acquiring) > 0 else { return false }
    count.subtract(1, ordering: .acquiringAndReleasing)
    let action = self.action.value!
    self.action.value = nil
    action()
    return true
  }
}

/// A clock on which each reading is a second after the one before, or none passes.
struct Readings: Clock {
  private let step: Duration
  private let start = ContinuousClock.now
  private let count = Count()

  init(_ isImpatient: Bool) { step = isImpatient ? .seconds(1) : .zero }

  var minimumResolution: Duration { .zero }

  var now: ContinuousClock.Instant {
    count.add()
    return start.advanced(by: step * count.now)
  }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
  }
}

@Suite struct DeliveryModels {
  @Test(arguments: [true, false]) func oneSendsAndActionsDeliver(_ isImpatient: Bool) throws {
    try model("ScheduledDrain, \(isImpatient ? "an action for each event" : "few actions")", preemptions: 3) {
      program in
      let delivery = Delivery(isImpatient: isImpatient)
      program.thread {
        delivery.send(1...3)
        delivery.drain.enqueue(.completed)
      }
      program.thread { delivery.actions.run() }
      program.atEnd {
        while delivery.actions.run() {}
        let (taken, ends) = (delivery.taken.now, delivery.ends.now)
        expect(taken == 3 && ends == 1, "\(taken) values, \(ends) ends")
      }
    }
  }

  /// Whichever of the three has a value last releases it, once.
  @Test func aDisposalWhileOneSendsAndAnActionDelivers() throws {
    try model("ScheduledDrain, disposed meanwhile", preemptions: 3) { program in
      let delivery = Delivery(isImpatient: true)
      program.thread { delivery.send(1...2) }
      program.thread { delivery.actions.run() }
      program.thread { delivery.subscription.dispose() }
      program.atEnd {
        while delivery.actions.run() {}
        expect(delivery.gone.now == 2, "\(delivery.gone.now) of 2 values are released")
      }
    }
  }
}
