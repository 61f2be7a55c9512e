import StreamTesting
import Testing

import Operators

/// Contract 4, for operators that keep values: `Probed` values and failures check for held locks.
struct CallOutsTests {
  private typealias Input = Signal<Probed, Probed>
  private let time = TestScheduler()

  @Test func filtering() {
    Battery.check("distinctUntilChanged") { (input: Input) in input.distinctUntilChanged() }
    Battery.check("unique") { (input: Input) in input.unique() }
    Battery.check("min") { (input: Input) in input.min() }
    Battery.check("max") { (input: Input) in input.max() }
    Battery.check("takeLast") { (input: Input) in input.take(last: 2) }
    Battery.check("skipLast") { (input: Input) in input.skip(last: 2) }
    Battery.check("last") { (input: Input) in input.last() }
  }

  @Test func transforming() {
    Battery.check("scan") { (input: Input) in input.scan(0) { $0 + $1.number } }
    Battery.check("collect") { (input: Input) in input.collect() }
    Battery.check("collect(count:)") { (input: Input) in input.collect(count: 2) }
    Battery.check("chunked") { (input: Input) in input.chunked { $0 < $1 } }
    Battery.check("chunked while") { (input: Input) in input.chunked(while: { $0 == $0 }, limit: 2) }
    Battery.check("chunked ending") { (input: Input) in input.chunked(endingWhere: { $0 != $0 }) }
    Battery.check("chunked starting") { (input: Input) in input.chunked(startingWhere: { $0 == $0 }) }
    Battery.check("chunked on") { (input: Input) in input.chunked(on: { $0 }).map(\.values) }
    Battery.check("collect(keyedBy:)") { (input: Input) in input.collect(keyedBy: { $0 }).map(\.count) }
    Battery.check("collect(groupedBy:)") { (input: Input) in input.collect(groupedBy: { $0 }).map(\.count) }
    Battery.check("reduce(by:into:limit:)") { (input: Input) in
      input.reduce(by: { $0 }, into: 0, limit: 2) { $0 &+= $1.number }.map(\.result)
    }
    Battery.check("grouped until") { (input: Input) in
      input.grouped(by: { $0 }, limit: 2, until: { $0.skip(1) }).flatMap { $0.signal }
    }
    Battery.check("pairwise") { (input: Input) in input.pairwise() }
    Battery.check("grouped") { (input: Input) in input.grouped { $0 }.flatMap { $0.signal } }
    Battery.check("materialize", .handlesFailure) { (input: Input) in input.materialize() }
  }

  @Test func combining() {
    Battery.check("zip") { (input: Input) in zip(input, input).map { $0.0 } }
    Battery.check("combineLatest") { (input: Input) in combineLatest(input, input).map { $0.0 } }
    Battery.check("merge") { (input: Input) in input.merge(input) }
    Battery.check("concat") { (input: Input) in input.concat(Input.empty) }
    Battery.check("withLatest") { (input: Input) in input.withLatest(from: input).map { $0.0 } }
    Battery.check("sample") { (input: Input) in input.sample(at: input) }
    Battery.check("elementsEqual", .finishesEarly) { (input: Input) in input.elementsEqual(input) }
    Battery.check("publish") { (input: Input) in input.publish { $0 } }
    Battery.check("mergeDelayingFailures") { (input: Input) in mergeDelayingFailures(input, input) }
    Battery.check("delay until") { (input: Input) in
      input.delayEach(until: { value in Signal<Probed, Never>.just(value) })
    }
    for edge in [ThrottleEdge.leading, .trailing, .both] {
      Battery.check("throttle until \(edge)") { (input: Input) in
        input.throttle(until: { value in Signal<Probed, Never>.just(value) }, edge: edge)
      }
    }
    Battery.check("debounce until") { (input: Input) in
      input.debounce(until: { value in Signal<Probed, Never>.just(value) })
    }
  }

  @Test func flattening() {
    Battery.check("flatMap") { (input: Input) in input.flatMap { .just($0) } }
    Battery.check("concatMap") { (input: Input) in input.concatMap { .just($0) } }
    Battery.check("balance") { (input: Input) in input.balance(over: 2) { value, _ in .just(value) } }
    Battery.check("flatMapLatest") { (input: Input) in input.flatMapLatest { .just($0) } }
    for strategy in FlatMapTests.strategies {
      Battery.check("flatMap \(strategy) per key") { (input: Input) in
        input.flatMap(strategy, per: { $0 }) { .just($0) }
      }
    }
    Battery.check("switchOnFirst") { (input: Input) in input.switchOnFirst { _, all in all } }
    Battery.check("expand") { (input: Input) in input.expand { _ in .empty } }
    Battery.check("flatMapFirst") { (input: Input) in input.flatMapFirst { .just($0) } }
  }

  @Test func timing() {
    Battery.check("debounce", .usesTime(time)) { (input: Input) in input.debounce(for: time.ticks(2), on: time) }
    Battery.check("throttle", .usesTime(time)) { (input: Input) in input.throttle(for: time.ticks(2), on: time) }
    Battery.check("delay", .usesTime(time)) { (input: Input) in input.delay(for: time.ticks(2), on: time) }
    Battery.check("window") { (input: Input) in input.window(count: 2).flatMap { $0 } }
    Battery.check("window, overlapping") { (input: Input) in input.window(count: 2, every: 1).flatMap { $0 } }
    Battery.check("window opened by") { (input: Input) in
      input.window(openedBy: Signal([1])) { _ in Signal<Int, Never>.never }.flatMap { $0 }
    }
    Battery.check("collect(for:every:)", .usesTime(time)) { (input: Input) in
      input.collect(for: time.ticks(800), every: time.ticks(400), on: time)
    }
    Battery.check("collect(for:)", .usesTime(time)) { (input: Input) in input.collect(for: time.ticks(2), on: time) }
  }

  @Test(arguments: policies.indices)
  func spaced(_ index: Int) {
    let (name, policy) = Self.policies[index]
    Battery.check("spaced(by:buffering: \(name))", .usesTime(time)) { (input: Input) in
      input.spaced(by: .microseconds(1), buffering: policy, on: time)
    }
  }

  private static let policies: [(name: String, policy: BufferPolicy<Probed>)] = [
    ("unbounded", .unbounded), ("newest", .newest(1)), ("oldest", .oldest(1)), ("suspending", .suspending(1)),
    ("coalescing", .coalescing { one, other in max(one, other) }),
  ]

  @Test(arguments: policies.indices)
  func deliverOn(_ index: Int) {
    let (name, policy) = Self.policies[index]
    Battery.check("deliver(on:buffering: \(name))", .usesTime(time)) { (input: Input) in
      input.deliver(on: time, buffering: policy)
    }
  }

  @Test(arguments: policies.indices)
  func pausedBy(_ index: Int) {
    let (name, policy) = Self.policies[index]
    Battery.check("paused(by:buffering: \(name))", .usesTime(time)) { (input: Input) in
      input.paused(
        by: Signal<Int, Never>.interval(every: time.ticks(3), on: time).map { $0.isMultiple(of: 2) }.take(8),
        buffering: policy)
    }
  }

  #if DEBUG
    /// Queued values of a loop, which are dropped, combined, taken or left in the queue.
    @Test(arguments: policies.indices)
    func values(_ index: Int) {
      let probe = LockProbe()
      for takes in [0, 1, 10] {
        let numbers = (1...5).map { probe.value($0) }
        let stream = Signal<Probed, Probed> { observer in
          for number in numbers { observer.send(number) }
          observer.fail(probe.value(0))
        }
        time.task { [policy = Self.policies[index].policy] in
          var iterator = stream.values(buffering: policy).makeAsyncIterator()
          for _ in 0..<takes where (try? await iterator.next()) == nil { return }
        }
        time.advance()
      }
      #expect(probe.lookCount > 0 && probe.breaches == [])
    }

    @Test func lazyStreams() {
      let probe = LockProbe()
      let source = Signal<Probed, Never> { observer in
        for number in 1...5 { observer.send(probe.value(number)) }
        observer.complete()
      }
      #expect(Array(LazyStream(source)) == (1...5).map { probe.value($0) })
      #expect(LazyStream(source).first == probe.value(1))
      #expect((try? source.blocking().toArray())?.count == 5)
      #expect(probe.breaches == [])
    }
  #endif
}
