public import StreamCore

extension StreamProtocol {
  /// What operators with an asynchronous closure have in common: `work` is awaited, and `choose` says what of it is
  /// sent, if anything.
  @inlinable
  func awaiting<Outcome: Sendable, Output: Sendable>(
    _ strategy: AwaitingStrategy,
    _ work: @escaping @Sendable (Value) async throws(Failure) -> Outcome,
    _ choose: @escaping @Sendable (Outcome, Value) -> Output?
  ) -> Signal<Output, Failure> {
    let chosen: @Sendable (Value) async -> Result<Output?, Failure> = { value in
      do throws(Failure) {
        return .success(choose(try await work(value), value))
      } catch {
        return .failure(error)
      }
    }
    let stream: @Sendable (Value) -> Signal<Output, Failure> = { value in
      Signal<Output?, Failure> { () async throws(Failure) in try await chosen(value).get() }.compactMap { $0 }
    }
    switch strategy.kind {
    case .latest: return flatMapLatest(stream)
    case .first: return flatMapFirst(stream)
    case .ordered(let limit): return awaiting(Sequencing(inOrder: true), limit, chosen)
    case .unordered(let limit): return awaiting(Sequencing(inOrder: false), limit, chosen)
    }
  }

  @inlinable
  func awaiting<Output: Sendable>(
    _ rule: Sequencing<Output>, _ limit: Int, _ work: @escaping @Sendable (Value) async -> Result<Output?, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let line = AwaitingLine<Value>(limit)
      subscription.add(line)
      let joint = Joint<Sequencing<Output>, Failure>(
        rule,
        Sink(
          next: { results in
            results.outputs.send(to: sink, subscription)
            line.leave(results.count)
          },
          end: sink.end),
        subscription)
      let crew = Crew(joint, line, work)
      let outer = joint.open()
      source.attach(
        Sink(
          next: { if outer.subscription.isActive { crew.accept($0) } },
          end: { completion in
            guard joint.close(outer) else { return }
            switch completion {
            case .completed: crew.sourceHasEnded()
            case .failed(let failure): joint.fail(failure)
            }
          }),
        to: outer.subscription)
    })
  }
}

/// Works on values as soon as there is a place for them, each place in a task.
@usableFromInline
final class Crew<Value: Sendable, Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline let joint: Joint<Sequencing<Output>, Failure>
  @usableFromInline let line: AwaitingLine<Value>
  @usableFromInline let work: @Sendable (Value) async -> Result<Output?, Failure>

  @inlinable
  init(
    _ joint: Joint<Sequencing<Output>, Failure>, _ line: AwaitingLine<Value>,
    _ work: @escaping @Sendable (Value) async -> Result<Output?, Failure>
  ) {
    self.joint = joint
    self.line = line
    self.work = work
  }

  @inlinable
  func accept(_ value: Value) {
    if let entry = line.enter(value) { start(entry) }
  }

  @inlinable
  func sourceHasEnded() {
    joint.receive(.sourceEnded(line.enteredCount))
    startWaiting()
  }

  /// Whoever delivered may have delivered results of others too. So everyone who did looks for places that have become
  /// free.
  @inlinable
  func startWaiting() {
    while let entry = line.next() { start(entry) }
  }

  /// Starts a task, which goes on with the values that wait for as long as it finds one.
  @inlinable
  func start(_ first: AwaitingLine<Value>.Entry) {
    let place = joint.open()
    let teardown = TaskTeardown()
    place.subscription.add(teardown)
    teardown.hold(
      spawn {
        let pressure = Pressure()
        var next: AwaitingLine<Value>.Entry? = first
        while let entry = next, place.subscription.isActive {
          switch await self.work(entry.value) {
          case .success(let output):
            let isWanted = teardown.deliver {
              pressure.during { self.joint.receive(.result(entry.number, output)) }
            }
            guard isWanted else { return }
            await pressure.wait()
            next = self.line.next()
            if next != nil { self.startWaiting() }
          case .failure(let failure):
            teardown.deliver {
              if self.joint.close(place) { self.joint.fail(failure) }
            }
            return
          }
        }
        teardown.deliver { _ = self.joint.close(place) }
      })
  }
}

/// The values that wait for a place. It does not know the sink, so that the subscription may own it.
@usableFromInline
final class AwaitingLine<Value: Sendable>: Disposing {
  @frozen
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let number: Int
    @usableFromInline let value: Value

    @inlinable
    init(number: Int, value: Value) {
      self.number = number
      self.value = value
    }
  }

  @usableFromInline
  struct State: Sendable {
    @usableFromInline var waiting = Queue<(Entry, Pressure.Hold?)>()
    @usableFromInline var count = 0
    @usableFromInline var free: Int
    @usableFromInline var isDisposed = false

    @inlinable init(free: Int) { self.free = free }
  }

  @usableFromInline let state: Lock<State>

  @usableFromInline
  init(_ limit: Int) { state = Lock(State(free: limit)) }

  /// The value with its number, if there is a place; else it waits, and who sent it waits too if it can.
  ///
  /// None goes before one that waits: with results in order, those that went ahead would keep their places until it has
  /// had one.
  @inlinable
  func enter(_ value: Value) -> Entry? {
    state.withLock { state in
      let entry = Entry(number: state.count, value: value)
      state.count += 1
      if state.free > 0, state.waiting.isEmpty {
        state.free -= 1
        return entry
      }
      if !state.isDisposed { state.waiting.append((entry, Pressure.current.map { Pressure.Hold($0) })) }
      return nil
    }
  }

  /// How many values have come so far.
  @inlinable var enteredCount: Int { state.withLock { $0.count } }

  /// Gives back places.
  @inlinable
  func leave(_ count: Int) { state.withLock { $0.free += count } }

  /// The first that waits, if there is a place for it.
  @inlinable
  func next() -> Entry? {
    // Its hold is released after the lock: that may let a sender go on.
    let first = state.withLock { state -> (Entry, Pressure.Hold?)? in
      guard state.free > 0, let first = state.waiting.popFirst() else { return nil }
      state.free -= 1
      return first
    }
    return first?.0
  }

  @usableFromInline var isDisposed: Bool { state.withLock { $0.isDisposed } }

  @usableFromInline
  func dispose() {
    let waiting = state.withLock { state in
      defer {
        state.isDisposed = true
        state.waiting = Queue()
      }
      return state.waiting
    }
    _ = waiting
  }
}

/// Sends results in the order of their values or as they come, and finishes when the source has ended and nothing is
/// outstanding.
@frozen
@usableFromInline
struct Sequencing<Output: Sendable>: Operator {
  @frozen
  @usableFromInline
  enum Input: Sendable {
    case result(Int, Output?)
    /// After so many values.
    case sourceEnded(Int)
  }

  /// Results that can be sent, and how many places that gives back: some have nothing to send.
  @frozen
  @usableFromInline
  struct Results: Sendable {
    @usableFromInline var outputs = Burst<Output>()
    @usableFromInline var count = 0

    @inlinable init() {}

    @inlinable
    mutating func append(_ output: Output?) {
      if let output { outputs.append(output) }
      count += 1
    }
  }

  @usableFromInline let inOrder: Bool

  /// Results that wait for an earlier one, by number; there are never more than there are places.
  @usableFromInline var early: [Int: Output?] = [:]
  @usableFromInline var sentCount = 0
  @usableFromInline var totalCount: Int?

  @inlinable
  init(inOrder: Bool) { self.inOrder = inOrder }

  @inlinable
  mutating func step(_ input: Input) -> Step<Results> {
    switch input {
    case .sourceEnded(let count):
      totalCount = count
      return sentCount == count ? .finish : .skip
    case .result(let number, let output):
      if inOrder, number != sentCount {
        early[number] = .some(output)
        return .skip
      }
      var results = Results()
      results.append(output)
      while !early.isEmpty, let next = early.removeValue(forKey: sentCount + results.count) { results.append(next) }
      sentCount += results.count
      return sentCount == totalCount ? .emitAndFinish(results) : .emit(results)
    }
  }
}
