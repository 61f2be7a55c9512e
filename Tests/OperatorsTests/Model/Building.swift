import Operators
import StreamTesting

extension Chain {
  /// Returns the chain as a stream of Rill.
  func signal(on time: TestScheduler, _ open: Open) -> Signal<Int, Problem> {
    var signal = source.signal(on: time, open)
    for step in steps {
      let others = step.others.map { $0.signal(on: time, open) }
      signal = step.applied(to: signal, others, time)
    }
    return signal
  }
}

extension Input {
  /// Schedules one action for each tick with an event.
  func signal(on time: TestScheduler, _ open: Open) -> Signal<Int, Problem> {
    let events = events
    switch beat {
    case .interval(let length):
      return Signal.interval(every: time.ticks(length), on: time).take(values.count).promoteFailure()
    case .timer: return Signal.timer(after: time.ticks(endTick), on: time).mapTo(0).promoteFailure()
    case nil: break
    }
    guard ticks != nil else {
      return Signal(attaching: { sink, subscription in
        open.enter(subscription, sink)
        for (_, event) in events where subscription.isActive { sink.send(event) }
      })
    }
    var groups: [(tick: Int, events: [Said])] = []
    for (tick, event) in events {
      if groups.last?.tick != tick { groups.append((tick, [])) }
      groups[groups.count - 1].events.append(event)
    }
    return Signal(attaching: { [groups] sink, subscription in
      open.enter(subscription, sink)
      for (tick, events) in groups {
        time.schedule(after: time.ticks(tick)) {
          for event in events where subscription.isActive { sink.send(event) }
        }
      }
    })
  }
}

/// The number of subscriptions to sources that have not been torn down.
final class Open: Sendable {
  /// Guarded by: the thread that plays the chain.
  nonisolated(unsafe) private(set) var count = 0

  /// Also retains the sink: a source without further events is silent, not released (otherwise windows and groups would
  /// complete).
  func enter(_ subscription: Subscription, _ sink: Sink<Int, Problem>) {
    count += 1
    subscription.add { withExtendedLifetime(sink) { self.count -= 1 } }
  }
}

/// Plays chains on one scheduler and records their events.
final class Player {
  private let time = TestScheduler()
  /// Changes the steps of the chain, for a test of the test.
  private let change: (Chain.Step) -> Chain.Step?

  init(changing change: @escaping (Chain.Step) -> Chain.Step? = { $0 }) { self.change = change }

  /// Returns every event that reaches the subscriber with its tick, including any after the end.
  ///
  /// When the chain is over or was disposed, all its sources must have been torn down. One that was not is recorded as
  /// the value -1, and a chain that does not stop as -2.
  func timeline(_ chain: Chain) -> [(tick: Int, event: Said)] {
    var chain = chain
    chain.steps = chain.steps.compactMap(change)
    let open = Open()
    let notes = Notes<(tick: Int, event: Said)>()
    let time = time
    let start = ticks(time.now.offset)
    let note: @Sendable (Said) -> Void = { notes.add((ticks(time.now.offset) - start, $0)) }
    let subscription = Subscription()
    let sink = Sink<Int, Problem>(
      next: { note(.next($0)) },
      end: { completion in
        note(Event(completion))
        subscription.dispose()
        if open.count != 0 { note(.next(-1)) }
      })
    if let tick = chain.left { time.schedule(after: time.ticks(tick)) { subscription.dispose() } }
    chain.signal(on: time, open).attach(sink, to: subscription)
    // No chain runs forever; an operator that did would hang the test.
    var actions = 0
    while actions < 10_000, time.step() { actions += 1 }
    if actions == 10_000 { note(.next(-2)) }
    subscription.dispose()
    if open.count != 0 { note(.next(-1)) }
    return notes.all
  }
}

func ticks(_ duration: Duration) -> Int {
  let (seconds, attoseconds) = duration.components
  return Int(seconds) * 100 + Int(attoseconds / 10_000_000_000_000_000)
}

/// Returns events as a marble string.
func marbles(_ events: [(tick: Int, event: Said)]) -> String {
  let time = TestScheduler()
  let recorder = Recorder(
    Signal<Int, Problem>(attaching: { sink, _ in
      for (tick, event) in events { time.schedule(after: time.ticks(tick)) { sink.send(event) } }
    }), on: time)
  time.run()
  return recorder.marbles
}
