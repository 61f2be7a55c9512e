import Operators
import StreamTesting

extension Chain {
  /// The chain as a stream of Rill.
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
  /// One action for each tick at which something is said.
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

/// How many runs of sources have not been torn down.
final class Open: Sendable {
  /// Guard: one thread plays a chain.
  nonisolated(unsafe) private(set) var count = 0

  /// Keeps the sink as well: a source that has no more to say is silent, and not gone (then windows and groups would complete).
  func enter(_ subscription: Subscription, _ sink: Sink<Int, Problem>) {
    count += 1
    subscription.add { withExtendedLifetime(sink) { self.count -= 1 } }
  }
}

/// Plays chains on one scheduler and writes down what they say.
final class Player {
  private let time = TestScheduler()
  /// What to make of the steps of the chain itself, for a test of the test.
  private let change: (Chain.Step) -> Chain.Step?

  init(changing change: @escaping (Chain.Step) -> Chain.Step? = { $0 }) { self.change = change }

  /// Every event that reaches the subscriber, with its tick; those that should not, since the stream has ended, too.
  ///
  /// When the chain has ended or was left, all its sources must have been torn down; one that was not is noted as a value of -1, and
  /// a chain that goes on and on as -2.
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
    // None of these goes on for ever; an operator that does would hang the test.
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

/// Events as a marble string.
func marbles(_ events: [(tick: Int, event: Said)]) -> String {
  let time = TestScheduler()
  let recorder = Recorder(
    Signal<Int, Problem>(attaching: { sink, _ in
      for (tick, event) in events { time.schedule(after: time.ticks(tick)) { sink.send(event) } }
    }), on: time)
  time.run()
  return recorder.marbles
}
