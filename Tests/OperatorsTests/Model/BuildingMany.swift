import Operators
import StreamTesting

extension Chain.Step {
  /// Operators over several streams.
  func joined(_ s: Signal<Int, Problem>, _ others: [Signal<Int, Problem>]) -> Signal<Int, Problem> {
    let (n, m) = (n, m)
    let other = others[0]
    switch name {
    case .merge: return s.merge(other)
    case .concat: return s.concat(other)
    // Two are StreamCore's.
    case .zip: return s.zip(other).map { mix($0.0, $0.1) }
    case .combineLatest: return combineLatest(s, other) { mix($0, $1) }
    case .withLatest: return s.withLatest(from: other) { mix($0, $1) }
    case .sample: return s.sample(at: other)
    case .takeUntil: return s.take(until: other)
    case .skipUntil: return s.skip(until: other)
    case .race: return race(s, other)
    case .switchIfEmpty: return s.switchIfEmpty(to: other)
    case .paused: return s.paused(by: pauser(other))
    case .pausedBuffering:
      let policies: [BufferPolicy<Int>] = [
        .unbounded, .newest(n + 1), .oldest(n + 1), .coalescing { mix($0, $1) }, .suspending(n + 1),
      ]
      return s.paused(by: pauser(other), buffering: policies[m % 5])
    case .takeUntilReplacement: return s.take(untilReplacement: other)
    case .collectBy: return s.collect(by: other.ignoreFailure()).map { mix($0) }
    case .then: return s.then { other }
    case .elementsEqual: return s.elementsEqual(other).map { $0 ? 1 : 0 }
    case .mergeSorted: return mergeSorted(s, other)
    case .zipLongest: return zipLongest(s, other).map { mix($0.0 ?? n, $0.1 ?? m) }
    case .mergeDelayingFailures: return mergeDelayingFailures(s, other)
    case .delaySubscriptionFirst: return s.delaySubscription(until: other.ignoreFailure())
    default: break
    }
    let lanes = lanes(s, others)
    switch name {
    case .mergeMany: return m % 2 == 0 ? merge(lanes) : merge(lanes[0], lanes[1], lanes[2])
    case .concatMany: return m % 2 == 0 ? concat(lanes) : concat(lanes[0], lanes[1], lanes[2])
    case .raceMany: return m % 2 == 0 ? race(lanes) : race(lanes[0], lanes[1], lanes[2])
    case .zipMany: return zipped(lanes)
    case .combineMany: return combined(lanes)
    default: fatalError("\(name) is not here.")
    }
  }

  /// The number of streams for an operator over many.
  var width: Int {
    switch name {
    case .mergeMany, .concatMany, .raceMany: m % 2 == 0 ? n + 2 : 3
    default: n + 3
    }
  }

  /// Returns the stream and the two others in turn, each with different values.
  private func lanes(_ s: Signal<Int, Problem>, _ others: [Signal<Int, Problem>]) -> [Signal<Int, Problem>] {
    [s] + (1..<width).map { lane in others[lane % 2].map { mix($0, lane) } }
  }

  /// Zips three to seven streams: by a closure, as a tuple, as nested calls, or as an array.
  private func zipped(_ l: [Signal<Int, Problem>]) -> Signal<Int, Problem> {
    switch (l.count, m % 3) {
    case (_, 0): return zip(l).map { mix($0) }
    case (3, 1): return zip(l[0], l[1], l[2]) { mix([$0, $1, $2]) }
    case (4, 1): return zip(l[0], l[1], l[2], l[3]) { mix([$0, $1, $2, $3]) }
    case (3, _): return zip(l[0], l[1], l[2]).map { mix([$0.0, $0.1, $0.2]) }
    case (4, _): return zip(l[0], l[1], l[2], l[3]).map { mix([$0.0, $0.1, $0.2, $0.3]) }
    case (5, _): return zip(zip(l[0], l[1]), zip(l[2], l[3]), l[4]) { mix([$0.0, $0.1, $1.0, $1.1, $2]) }
    default: return zip(l).map { mix($0) }
    }
  }

  private func combined(_ l: [Signal<Int, Problem>]) -> Signal<Int, Problem> {
    switch (l.count, m % 3) {
    case (_, 0): return combineLatest(l).map { mix($0) }
    case (3, 1): return combineLatest(l[0], l[1], l[2]) { mix([$0, $1, $2]) }
    case (4, 1): return combineLatest(l[0], l[1], l[2], l[3]) { mix([$0, $1, $2, $3]) }
    case (3, _): return combineLatest(l[0], l[1], l[2]).map { mix([$0.0, $0.1, $0.2]) }
    case (4, _): return combineLatest(l[0], l[1], l[2], l[3]).map { mix([$0.0, $0.1, $0.2, $0.3]) }
    case (5, _):
      return combineLatest(combineLatest(l[0], l[1]), combineLatest(l[2], l[3]), l[4]) {
        mix([$0.0, $0.1, $1.0, $1.1, $2])
      }
    default: return combineLatest(l).map { mix($0) }
    }
  }

  private var edge: ThrottleEdge { [.leading, .trailing, .both][m % 3] }

  /// Operators that make a stream for each value.
  func flattened(_ s: Signal<Int, Problem>, _ others: [Signal<Int, Problem>]) -> Signal<Int, Problem> {
    let (n, m) = (n, m)
    let choose: @Sendable (Int) -> Signal<Int, Problem> = { others[$0 % 3] }
    switch name {
    case .flatMap: return s.flatMap(choose)
    case .flatMapTwo: return s.flatMap(.merge(maxConcurrent: 2), choose)
    case .concatMap: return s.concatMap(choose)
    case .flatMapLatest: return s.flatMapLatest(choose)
    case .flatMapFirst: return s.flatMapFirst(choose)
    case .flatten:
      let strategies: [FlattenStrategy] = [.merge, .merge(maxConcurrent: 2), .concat, .latest, .first]
      return s.map(choose).flatten(strategies[m % 5])
    case .switchToLatest: return s.map(choose).switchToLatest()
    case .switchOn: return .switch(s.map { $0 % 3 }, cases: [0: others[0], 1: others[1]], default: others[2])
    case .ifElse: return .if(s.map { $0 % 2 == 0 }, then: others[0], else: others[1])
    case .bind:
      return s.bind {
        var count = 0
        return { value, isLast in
          if value % 5 == n { return nil }
          count += 1
          isLast = count > m
          return choose(value)
        }
      }
    case .debounceUntil: return s.debounce(until: { choose($0).ignoreFailure() })
    case .delayEach: return s.delayEach(until: { choose($0).ignoreFailure() })
    case .throttleUntil: return s.throttle(until: { choose($0).ignoreFailure() }, edge: edge)
    case .timeoutUntil: return s.timeout(until: { choose($0 ?? n).ignoreFailure() }, failure: Problem.late)
    default: fatalError("\(name) is not here.")
    }
  }

  func timed(_ s: Signal<Int, Problem>, _ others: [Signal<Int, Problem>], _ time: TestScheduler)
    -> Signal<Int, Problem>
  {
    let (n, m) = (n, m)
    let duration = time.ticks(n)
    let scopes: [TimeoutScope] = [.wholeStream, .firstValue, .nextValue]
    switch name {
    case .delay: return s.delay(for: duration, on: time)
    case .debounce: return s.debounce(for: duration, on: time)
    case .debounceWhen: return s.debounce(for: duration, on: time, when: { $0 % 3 != m % 3 })
    case .throttle: return s.throttle(for: time.ticks(n + 1), edge: edge, on: time)
    case .timeout: return s.timeout(after: duration, of: scopes[m % 3], on: time, failure: Problem.late)
    case .timeoutTo: return s.timeout(after: duration, of: scopes[m % 3], on: time, to: others[0])
    case .collectFor: return s.collect(for: duration, limit: m % 3 + 1, on: time).map { mix($0) }
    case .takeFor: return s.take(for: duration, on: time)
    case .skipFor: return s.skip(for: duration, on: time)
    case .windowFor:
      return s.window(for: duration, limit: m % 3 + 1, on: time).flatMap { numbered($0, end: m) }
    case .rateLimit: return s.rateLimit(1, per: time.ticks(n + 1), burst: m % 3 + 1, on: time)
    case .takeLastFor: return s.take(last: duration, limit: m % 2 == 0 ? .max : m % 4, on: time)
    case .skipLastFor: return s.skip(last: duration, on: time)
    // The samples of a silent source would never end.
    case .sampleEvery:
      return s.sample(every: time.ticks(n + 1), on: time).take(for: time.ticks(Model.longest), on: time)
    default: fatalError("\(name) is not here.")
    }
  }

  /// Operators that hop or have side effects: the recorded side effects are sent as values.
  func aside(_ s: Signal<Int, Problem>, _ time: TestScheduler) -> Signal<Int, Problem> {
    let (n, m) = (n, m)
    switch name {
    case .deliverOn:
      // The effect of `.suspending` depends on the downstream, which a list of upstream events does not contain.
      let policies: [BufferPolicy<Int>] = [.unbounded, .newest(n + 1), .oldest(n + 1), .coalescing { mix($0, $1) }]
      return m % 5 == 4
        ? s.deliver(on: time, limit: n + 1, failure: Problem.late) : s.deliver(on: time, buffering: policies[m % 5])
    case .subscribeOn: return s.subscribe(on: time)
    case .delaySubscription: return s.delaySubscription(for: time.ticks(n), on: time)
    case .on:
      return .deferred {
        let box = Box(0)
        if m % 3 == 2 {
          // The last word of a line: a value, or its length.
          return s.log(to: { line in
            let word = line.split(separator: " ").last ?? ""
            box.note(Int(word) ?? word.count)
          }).reading(box)
        }
        return s.on(
          subscribed: { box.note(1) }, next: { box.note($0) }, failed: { _ in box.note(2) }, completed: { box.note(3) },
          terminated: { box.note(4) }, disposed: { box.note(5) }
        ).reading(box)
      }
    case .initially:
      return .deferred {
        let box = Box(0)
        return Signal<Int, Problem>.deferred {
          let seen = box.value
          return s.map { mix($0, seen) }
        }.initially { box.note(n) }.initially { box.note(m) }
      }
    case .finally:
      return .deferred {
        let box = Box(0)
        let said = Signal<Int, Problem>.deferred { .just(box.value) }
        return s.finally { box.note(1) }.on(terminated: { box.note(4) }, disposed: { box.note(5) })
          .finally { box.note(2) }.take(n + 1).concat(said).catch(to: said)
      }
    case .duringLifetime:
      // A lifetime that is over before the subscription, or some time after it.
      if m % 4 == 0 { return s.take(duringLifetimeOf: Lifetime()) }
      return .deferred {
        let owner = Box<Lifetime?>(Lifetime())
        let stream = s.take(duringLifetimeOf: owner.value!)
        time.schedule(after: time.ticks(n)) { owner.value = nil }
        return stream
      }
    default: fatalError("\(name) is not here.")
    }
  }
}

extension Signal where Value == Int {
  /// Sends each value with the box's content, and at completion the content then.
  fileprivate func reading(_ box: Box<Int>) -> Signal {
    Signal(attaching: { sink, subscription in
      self.attach(
        Sink(
          next: { sink.next(mix($0, box.value)) },
          end: { completion in
            if subscription.isActive { sink.next(box.value) }
            if subscription.isActive { sink.end(completion) }
          }),
        to: subscription)
    })
  }
}

/// A mutable value retained by a run.
final class Box<Value: Sendable>: Sendable {
  /// Guarded by: the thread that plays the chain.
  nonisolated(unsafe) var value: Value

  init(_ value: Value) { self.value = value }
}

extension Box<Int> {
  /// Mixes a number into the recorded one.
  func note(_ number: Int) { value = mix(value, number) }

  func up() -> Int {
    defer { value += 1 }
    return value
  }
}

/// Numbers the values of a window or a group, and appends a value at its end.
func numbered(_ stream: some StreamProtocol<Int, Problem>, end: Int) -> Signal<Int, Problem> {
  stream.enumerated().map { mix($0.offset, $0.element) }.append(end)
}

/// Even values begin a pause, odd values end it.
private func pauser(_ stream: Signal<Int, Problem>) -> Signal<Bool, Never> {
  stream.map { $0 % 2 == 0 }.ignoreFailure()
}
