public import StreamPrimitives

/// Where several upstreams of one operator meet: their events enter one at a time, and a rule decides what becomes of
/// them.
///
/// An operator over several sources is a rule whose input says which source spoke, for example
///
/// ```swift
/// enum Input { case left(A), right(B), leftEnded, rightEnded }
/// ```
///
/// so it is written, and tested, like any other rule, and the locks, queues and subscriptions are here, once. A joint
/// is the subscriber of its upstreams: each has a subscription of its own, which is torn down before the joint acts on
/// its end. The first failure, and the end that the rule decides on, dispose all upstreams and are then passed on.
///
/// Upstreams may send from several threads: one of these delivers, and what the others send meanwhile waits, without a
/// bound, or under a ``BufferPolicy`` that the joint was made with.
public final class Joint<Rule: Operator, Failure: Error>: Gated {
  @usableFromInline
  package enum Item: Sendable {
    case input(Rule.Input)
    case failed(Failure)
  }

  /// One upstream's subscription and its place among the others.
  public struct Upstream: Sendable {
    /// The subscription to attach the upstream to.
    public let subscription: Subscription
    fileprivate let place: CompositeDisposable.Token?
  }

  @usableFromInline package let gate = Gate<Item>()

  /// Guard: touched only by who has entered the gate.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var rule: Rule

  /// Guard: touched only by who has entered the gate.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var hasEnded = false
  @usableFromInline let access = AccessCheck()

  @usableFromInline let sink: Sink<Rule.Output, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let upstreams = CompositeDisposable()

  /// Where inputs enter if what waits is bounded; then the gate is shut.
  @usableFromInline let boundedGate: BoundedGate<Rule.Input, Failure>?

  /// A joint that reports to `sink` until `subscription` is disposed. What waits while a value is delivered does so
  /// without a bound.
  @inlinable
  public convenience init(_ rule: Rule, _ sink: Sink<Rule.Output, Failure>, _ subscription: Subscription) {
    self.init(rule, sink, subscription, boundedGate: nil)
  }

  /// A joint at which the inputs that wait while a value is delivered do so under a policy.
  ///
  /// What the policy drops, combines or holds up is what comes through ``receive(_:)``, so the rule has to be one that
  /// can do without. Ends, failures and what comes through ``note(_:)`` always find room.
  @inlinable
  public convenience init(
    _ rule: Rule, _ sink: Sink<Rule.Output, Failure>, _ subscription: Subscription,
    buffering policy: BufferPolicy<Rule.Input>
  ) {
    self.init(rule, sink, subscription, boundedGate: BoundedGate(policy))
  }

  @inlinable
  package init(
    _ rule: Rule, _ sink: Sink<Rule.Output, Failure>, _ subscription: Subscription,
    boundedGate: BoundedGate<Rule.Input, Failure>?
  ) {
    self.rule = rule
    self.sink = sink
    self.subscription = subscription
    self.boundedGate = boundedGate
    if boundedGate != nil { _ = gate.enter() }
    subscription.add(upstreams)
  }

  /// Attaches a stream; each of its values becomes an input, and so does its completion.
  @inlinable
  public func attach<Value: Sendable>(
    _ signal: Signal<Value, Failure>,
    next: @escaping @Sendable (Value) -> Rule.Input,
    completed: Rule.Input
  ) {
    attach(signal, to: open(), next: next, completed: completed)
  }

  /// Attaches a stream to a place that was made for it, unless that has been closed.
  @inlinable
  public func attach<Value: Sendable>(
    _ signal: Signal<Value, Failure>,
    to upstream: Upstream,
    next: @escaping @Sendable (Value) -> Rule.Input,
    completed: Rule.Input
  ) {
    attach(signal, to: upstream, sending: { self.receive(next($0)) }, completed: completed)
  }

  /// Attaches a stream whose values `next` brings to ``receive(_:)`` itself, which saves a call for each.
  @inlinable
  public func attach<Value: Sendable>(
    _ signal: Signal<Value, Failure>,
    to upstream: Upstream,
    sending next: @escaping @Sendable (Value) -> Void,
    completed: Rule.Input
  ) {
    guard upstream.subscription.isActive else { return }
    signal.attach(
      Sink(
        next: next,
        end: { completion in
          guard self.close(upstream) else { return }
          switch completion {
          case .completed: self.note(completed)
          case .failed(let failure): self.fail(failure)
          }
        }),
      to: upstream.subscription)
  }

  /// Makes room for one more upstream, for an operator that attaches it later or by hand.
  public func open() -> Upstream {
    let subscription = Subscription()
    return Upstream(subscription: subscription, place: upstreams.add(Disposable(subscription)))
  }

  /// Disposes an upstream; `false` if it was disposed already.
  @discardableResult
  public func close(_ upstream: Upstream) -> Bool {
    guard upstream.subscription.isActive else { return false }
    upstreams.remove(upstream.place)
    upstream.subscription.dispose()
    return true
  }

  /// Takes an input from an upstream.
  @inlinable
  @inline(__always)
  public func receive(_ input: Rule.Input) {
    if !take(input) { leave(input) }
  }

  /// Takes an input that the rule cannot do without, whatever else is dropped for want of room: that a stream has
  /// begun or ended, say.
  @inlinable
  public func note(_ input: Rule.Input) {
    if !take(input) { leaveNote(input) }
  }

  /// Takes an input now, if nobody delivers.
  @inlinable
  @inline(__always)
  func take(_ input: Rule.Input) -> Bool {
    guard gate.enter() else { return false }
    step(input)
    if !gate.leaveIfNothingWaits() { drain() }
    return true
  }

  /// Ends everything with a failure. No upstream sends anything from now on, even while the failure waits its turn.
  public func fail(_ failure: Failure) {
    upstreams.dispose()
    if let boundedGate {
      boundedGate.perform(closing: true) { self.end(.failed(failure)) }
    } else {
      admit(.failed(failure))
    }
  }

  /// Leaves an input with the one who is delivering, or does what the policy says.
  @usableFromInline
  func leave(_ input: Rule.Input) {
    guard let boundedGate else { return admit(.input(input)) }
    let hasRoom = boundedGate.send(input) { self.step($0) }
    if !hasRoom, let failure = boundedGate.overflow { fail(failure) }
  }

  @usableFromInline
  func leaveNote(_ input: Rule.Input) {
    if let boundedGate { boundedGate.perform { self.step(input) } } else { admit(.input(input)) }
  }

  @inlinable
  @inline(__always)
  func step(_ input: Rule.Input) {
    if subscription.isActive, !hasEnded { deliver(input) }
  }

  /// Takes an input of an upstream that is active, so the joint has not ended.
  @inlinable
  @inline(__always)
  func deliver(_ input: Rule.Input) {
    access.writes()
    switch rule.step(input) {
    case .emit(let output):
      if subscription.isActive { sink.next(output) }
    case .skip: break
    case .emitAndFinish(let output):
      if subscription.isActive { sink.next(output) }
      complete()
    case .finish: complete()
    }
  }

  /// Is a function of its own for the reason of ``PushDriver/complete()``.
  @usableFromInline
  func complete() { end(.completed) }

  @usableFromInline
  func end(_ completion: Completion<Failure>) {
    access.writes()
    guard subscription.isActive, !hasEnded else { return }
    hasEnded = true
    upstreams.dispose()
    // Tearing down runs users' code, which may have disposed the whole.
    if subscription.isActive { sink.end(completion) }
  }

  @usableFromInline
  package func handle(_ item: Item) {
    switch item {
    case .input(let input): step(input)
    case .failed(let failure): end(.failed(failure))
    }
  }
}
