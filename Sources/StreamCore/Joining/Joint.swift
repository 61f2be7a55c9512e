public import StreamPrimitives

/// Serializes the events of several upstreams of one operator, and drives a rule with them.
///
/// Each input of the rule usually names its source. So the rule is written and tested like any other one. For example:
///
/// ```swift
/// enum Input { case left(A), right(B), leftEnded, rightEnded }
/// ```
///
/// A joint is the subscriber of its upstreams. Each upstream has a separate subscription, which is disposed before the
/// joint handles its completion or failure. The first end, a failure or the end of the rule, disposes all upstreams and
/// is then sent downstream.
///
/// If the completions of the upstreams are not inputs of the rule, the joint counts them, and completes with the last.
///
/// Upstreams may send from several threads. One thread delivers at a time, and the events of the others are queued
/// without a bound. The sinks of the upstreams retain the joint.
public final class Joint<Rule: Operator, Failure: Error>: Gated {
  @usableFromInline package let gate = Gate<Rule.Input>()

  /// The rule, and whether the joint has ended.
  ///
  /// They are one variable, because a rule without state has no size. The thread sanitizer would report a change of a
  /// variable without size as a change of the whole joint.
  ///
  /// Guarded by: the gate (only the draining thread touches it).
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var state: (rule: Rule, hasEnded: Bool)
  @usableFromInline let access = AccessCheck()

  /// The number of opened upstreams, less the completions that the joint has counted. At zero the joint completes.
  ///
  /// An upstream that an operator disposes with ``close(_:)``, or whose completion is an input of the rule, is never
  /// subtracted. A joint with such an upstream completes only through its rule.
  ///
  /// A value may open other upstreams. It does so before the completion of its upstream is counted, so the number does
  /// not reach zero in between.
  @usableFromInline let openCount = Atomic(0)

  @usableFromInline let sink: Sink<Rule.Output, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let upstreams = CompositeDisposable()

  /// A joint that sends to `sink` until `subscription` is disposed.
  @inlinable
  public init(_ rule: Rule, _ sink: Sink<Rule.Output, Failure>, _ subscription: Subscription) {
    state = (rule, false)
    self.sink = sink
    self.subscription = subscription
    subscription.add(upstreams)
  }

  /// Attaches a stream to an upstream, or to a new one. Each value becomes an input through `next`.
  ///
  /// `completed` is the input for the completion. Without it, the joint counts the completion: see `openCount`. Does
  /// nothing if the upstream is disposed.
  @inlinable
  public func attach<Value: Sendable>(
    _ signal: Signal<Value, Failure>,
    to upstream: Subscription? = nil,
    next: @escaping @Sendable (Value) -> Rule.Input,
    completed: Rule.Input? = nil
  ) {
    attach(signal, to: upstream, sending: { self.receive(next($0)) }, completed: completed)
  }

  /// Attaches a stream whose values `next` handles: it passes inputs to ``receive(_:)``, or opens other upstreams.
  ///
  /// The gate does not serialize `next`, which runs on the thread of the upstream. The other overload wraps its `next`
  /// in another closure, which costs a call for each value. Does nothing if the upstream is disposed.
  @inlinable
  public func attach<Value: Sendable>(
    _ signal: Signal<Value, Failure>,
    to upstream: Subscription? = nil,
    sending next: @escaping @Sendable (Value) -> Void,
    completed: Rule.Input? = nil
  ) {
    let upstream = upstream ?? open()
    guard upstream.isActive else { return }
    signal.attach(
      Sink(
        next: next,
        end: { completion in
          guard self.close(upstream) else { return }
          switch completion {
          case .completed: if let completed { self.receive(completed) } else { self.receiveCompletion() }
          case .failed(let failure): self.fail(failure)
          }
        }),
      to: upstream)
  }

  /// Opens one more upstream. The operator attaches a stream to it later, or uses the subscription itself.
  ///
  /// If the joint counts the completions of several upstreams, the operator keeps one open until all others are
  /// attached. Otherwise the joint completes too early if the first streams complete synchronously.
  public func open() -> Subscription {
    openCount.add(1, ordering: .relaxed)
    let upstream = Subscription()
    upstreams.add(upstream.disposable)
    return upstream
  }

  /// Disposes an upstream without counting a completion; `false` if it was disposed already.
  ///
  /// Two threads that close an upstream at the same time may both get `true`. So the calls that complete an upstream
  /// must be serial, as its events are.
  @discardableResult
  public func close(_ upstream: Subscription) -> Bool {
    guard upstream.isActive else { return false }
    upstreams.remove(upstream.disposable)
    upstream.dispose()
    return true
  }

  /// Disposes an upstream and counts a completion, unless it was disposed already.
  @inlinable
  public func complete(_ upstream: Subscription) {
    if close(upstream) { receiveCompletion() }
  }

  /// Counts a completion that is not an input. A job is made only if the gate is not idle.
  @inlinable
  func receiveCompletion() {
    guard gate.enter() else { return perform { self.countCompletion() } }
    countCompletion()
    leave()
  }

  /// Handles an input, or enqueues it if the gate is not idle.
  @inlinable
  @inline(__always)
  public func receive(_ input: Rule.Input) {
    guard gate.enter() else { return enqueue(input) }
    step(input)
    if !gate.leaveIfEmpty() { drain() }
  }

  /// Enqueues an input, or handles it if the gate is idle. Not inlined, since an input seldom finds the gate busy.
  @usableFromInline
  func enqueue(_ input: Rule.Input) { enqueue(input, from: currentThread) }

  /// Disposes all upstreams immediately. Fails after the inputs that are queued already, unless one ends the rule.
  public func fail(_ failure: Failure) {
    upstreams.dispose()
    perform { self.end(.failed(failure)) }
  }

  @inlinable
  @inline(__always)
  func step(_ input: Rule.Input) {
    guard subscription.isActive, !state.hasEnded else { return }
    access.writes()
    if state.rule.step(input).send(to: sink, while: subscription) { finish() }
  }

  /// Completes the joint. Not inlined, because `step` would look up the type of an end for each input.
  @usableFromInline
  func finish() { end(.completed) }

  @inlinable
  func countCompletion() {
    guard openCount.subtract(1, ordering: .relaxed).newValue == 0 else { return }
    access.writes()
    while subscription.isActive, !state.hasEnded, let output = state.rule.finish() { sink.next(output) }
    finish()
  }

  @usableFromInline
  func end(_ completion: Completion<Failure>) {
    access.writes()
    guard subscription.isActive, !state.hasEnded else { return }
    state.hasEnded = true
    upstreams.dispose()
    // The teardown may have run user code that disposed the subscription.
    if subscription.isActive { sink.end(completion) }
  }

  @usableFromInline
  package func deliver(_ input: Rule.Input) { step(input) }
}
