public import StreamPrimitives

/// Serializes the events of several upstreams of one operator, and drives a rule with them.
///
/// An operator over several sources is a rule whose input says which source sent it, for example
///
/// ```swift
/// enum Input { case left(A), right(B), leftEnded, rightEnded }
/// ```
///
/// so it is written, and tested, like any other rule. A joint is the subscriber of its upstreams: each has a
/// subscription of its own, which is torn down before the joint acts on its end. The first failure, and the end that
/// the rule decides on, dispose all upstreams and are then passed on.
///
/// Upstreams may send from several threads. One thread delivers, and the events of the others are queued without a
/// bound.
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

  /// Guarded by: the gate (only the draining thread touches it).
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var rule: Rule

  /// Guarded by: the gate (only the draining thread touches it).
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var hasEnded = false
  @usableFromInline let access = AccessCheck()

  @usableFromInline let sink: Sink<Rule.Output, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let upstreams = CompositeDisposable()

  /// A joint that reports to `sink` until `subscription` is disposed.
  @inlinable
  public init(_ rule: Rule, _ sink: Sink<Rule.Output, Failure>, _ subscription: Subscription) {
    self.rule = rule
    self.sink = sink
    self.subscription = subscription
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
          case .completed: self.receive(completed)
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

  /// Delivers an input from an upstream, or enqueues it while another is being delivered.
  @inlinable
  @inline(__always)
  public func receive(_ input: Rule.Input) {
    guard gate.enter() else { return enqueue(.input(input)) }
    step(input)
    if !gate.leaveIfNothingWaits() { drain() }
  }

  /// Out of line, since an input seldom finds the gate busy.
  @usableFromInline
  func enqueue(_ item: Item) { admit(item) }

  /// Ends everything with a failure. No upstream sends anything from now on, even while the failure waits its turn.
  public func fail(_ failure: Failure) {
    upstreams.dispose()
    enqueue(.failed(failure))
  }

  @inlinable
  @inline(__always)
  func step(_ input: Rule.Input) {
    guard subscription.isActive, !hasEnded else { return }
    access.writes()
    if rule.step(input).send(to: sink, while: subscription) { complete() }
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
