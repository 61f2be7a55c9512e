public import StreamPrimitives

extension StreamProtocol {
  /// The stream with a rule applied to each value. This is how an operator is made; see ``Operator``.
  @inlinable
  public func apply<Rule: Operator>(
    _ rule: Rule, named name: StaticString = #function
  ) -> Signal<Rule.Output, Failure> where Rule.Input == Value {
    let upstream = signal
    return Signal(
      attaching: { sink, subscription in
        let driver = PushDriver(rule, sink, subscription)
        // Inlined, so that a stage is one function whose context is the driver.
        @inline(__always) @Sendable func next(_ value: Value) { driver.next(value) }
        upstream.attach(Sink(next: next, end: { driver.end($0) }), to: subscription)
      }, named: name)
  }
}

/// One run of a rule.
@usableFromInline
final class PushDriver<Rule: Operator, Failure: Error>: Sendable {
  /// Guard: delivery is serial, so `next` and `end` never overlap. For the same reason the exclusivity check, which
  /// would cost more than most rules do, can be left out.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var rule: Rule
  @usableFromInline let access = AccessCheck()
  @usableFromInline let sink: Sink<Rule.Output, Failure>
  @usableFromInline let subscription: Subscription

  @inlinable
  init(_ rule: Rule, _ sink: Sink<Rule.Output, Failure>, _ subscription: Subscription) {
    self.rule = rule
    self.sink = sink
    self.subscription = subscription
  }

  @inlinable
  @inline(__always)
  func next(_ value: Rule.Input) {
    access.writes()
    if rule.step(value).send(to: sink, while: subscription) { complete() }
  }

  /// Is a function of its own, since in a debug build the one above would look up the type of an end for every value.
  @usableFromInline
  func complete() {
    if subscription.isActive { sink.end(.completed) }
  }

  @usableFromInline
  func end(_ completion: Completion<Failure>) {
    access.writes()
    if case .completed = completion {
      while subscription.isActive, let output = rule.finish(), subscription.isActive { sink.next(output) }
    }
    if subscription.isActive { sink.end(completion) }
  }
}
