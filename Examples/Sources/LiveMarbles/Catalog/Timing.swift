import Operators
import StreamTesting

extension Catalog {
  /// Operators that wait.
  mutating func addTiming() {
    add("debounce(for: 2 ticks)", letters("source", "ab--c----d|"), n: 2) { source, time, n in
      source.debounce(for: time.ticks(n), on: time)
    }
    add("debounce(for: 2 ticks, when: { $0 > \"9\" })", letters("source", "ab--1-c---|"), n: 2) { source, time, n in
      source.debounce(for: time.ticks(n), on: time, when: { $0 > "9" })
    }
    add(
      "debounce(until: ---x)", letters("source", "a-b-----c--|"), ticks("trigger", "---x")
    ) { source, trigger, _, _ in
      source.debounce(until: { _ in trigger })
    }
    add("throttle(for: 3 ticks)", letters("source", "a-b-c-----d---e-|"), n: 3) { source, time, n in
      source.throttle(for: time.ticks(n), on: time)
    }
    add("throttle(for: 3 ticks, edge: trailing)", letters("source", "a-b-c-----d---e-|"), n: 3) { source, time, n in
      source.throttle(for: time.ticks(n), edge: .trailing, on: time)
    }
    add("throttle(for: 3 ticks, edge: both)", letters("source", "a-b-c-----d---e-|"), n: 3) { source, time, n in
      source.throttle(for: time.ticks(n), edge: .both, on: time)
    }
    add(
      "throttle(until: …)", letters("source", "a-b-c---d-e--|"), ticks("trigger", "---x")
    ) { source, trigger, _, _ in
      source.throttle(until: { _ in trigger })
    }
    add(
      "throttle(until: …, edge: trailing)", letters("source", "a-b-c---d-e--|"), ticks("trigger", "---x")
    ) { source, trigger, _, _ in
      source.throttle(until: { _ in trigger }, edge: .trailing)
    }
    add(
      "throttle(until: …, edge: both)", letters("source", "a-b-c---d-e--|"), ticks("trigger", "---x")
    ) { source, trigger, _, _ in
      source.throttle(until: { _ in trigger }, edge: .both)
    }
    add("delay(for: 2 ticks)", letters("source", "ab--c|"), n: 2) { source, time, n in
      source.delay(for: time.ticks(n), on: time)
    }
    add(
      "delayEach(until: ---x)", letters("source", "a-b-c-----|"), ticks("trigger", "---x")
    ) { source, trigger, _, _ in
      source.delayEach(until: { _ in trigger })
    }
    add("delaySubscription(for: 3 ticks)", letters("source", "1-2|"), n: 3) { source, time, n in
      source.delaySubscription(for: time.ticks(n), on: time)
    }
    add("delaySubscription(until: …)", letters("source", "1-2|"), ticks("trigger", "---x")) { source, trigger, _, _ in
      source.delaySubscription(until: trigger)
    }
    add("deliver(on: s)", letters("source", "-1-2---3-|")) { source, time, _ in
      source.deliver(on: time)
    }
    add("deliver(on: s, limit: 2, failure)", letters("source", "-(123)---"), n: 2) { source, time, n in
      source.deliver(on: time, limit: n, failure: TestFailure("full"))
    }
    add("subscribe(on: s)", letters("source", "1-2-|")) { source, time, _ in
      source.subscribe(on: time)
    }
    add("rateLimit(1, per: 2 ticks)", letters("source", "(1234)-------5-|"), n: 2) { source, time, n in
      source.rateLimit(1, per: time.ticks(n), on: time)
    }
    add("rateLimit(1, per: 2 ticks, burst: 3)", letters("source", "(1234)-------5-|"), n: 2) { source, time, n in
      source.rateLimit(1, per: time.ticks(n), burst: 3, on: time)
    }
    add("spaced(by: 2 ticks)", letters("source", "12----34-|"), n: 2) { source, time, n in
      source.spaced(by: time.ticks(n), on: time)
    }
    add("keepAlive(after: 3 ticks)", letters("source", "1-------2-|"), n: 3) { source, time, n in
      source.keepAlive(after: time.ticks(n), on: time) { "0" }
    }
    add("sample(every: 3 ticks)", letters("source", "a-b-----c--|"), n: 3) { source, time, n in
      source.sample(every: time.ticks(n), on: time)
    }
    add("take(for: 5 ticks)", letters("source", "a-b-c-d-|"), n: 5) { source, time, n in
      source.take(for: time.ticks(n), on: time)
    }
    add("skip(for: 5 ticks)", letters("source", "a-b-c-d-e-|"), n: 5) { source, time, n in
      source.skip(for: time.ticks(n), on: time)
    }
    add("take(last: 5 ticks)", letters("source", "a---b-c-|"), n: 5) { source, time, n in
      source.take(last: time.ticks(n), on: time)
    }
    add("skip(last: 3 ticks)", letters("source", "a-b---c-d|"), n: 3) { source, time, n in
      source.skip(last: time.ticks(n), on: time)
    }
    add("collect(for: 3 ticks)", digits("source", "1-2----3-----45|"), n: 3) { source, time, n in
      source.collect(for: time.ticks(n), on: time)
    }
    add(
      "collect(by: …)", digits("source", "1-2----3-4-|"), ticks("trigger", "----x-x----")
    ) { source, trigger, _, _ in
      source.collect(by: trigger)
    }
    add("collect(for: 6 ticks, every: 3 ticks)", digits("source", "1---2---3----4|"), n: 3) { source, time, n in
      source.collect(for: time.ticks(2 * n), every: time.ticks(n), on: time)
    }
    add(
      "paused(by: …)", letters("source", "1-2-3-4-5-|"), ticks("pauser", "---t---f---", of: "tf")
    ) { source, pauser, _, _ in
      source.paused(by: pauser.map { $0 == "t" })
    }
    add(
      "paused(by: …, buffering: .newest(1))", letters("source", "1-2-3-4-5-|"),
      ticks("pauser", "---t---f---", of: "tf"), n: 1
    ) { source, pauser, _, n in
      source.paused(by: pauser.map { $0 == "t" }, buffering: .newest(n))
    }
    add("timestamped()", letters("source", "--1--2-|")) { source, time, _ in
      source.timestamped(on: time).map { "\($0.value) at \($0.time)" }
    }
    add("measured()", letters("source", "--1---2|")) { source, time, _ in
      source.measured(on: time).map { "\($0.value) after \(Int($0.interval / time.ticks(1))) ticks" }
    }
  }
}
