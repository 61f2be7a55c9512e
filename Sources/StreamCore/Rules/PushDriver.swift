public import StreamPrimitives

extension StreamProtocol {
  /// Applies a rule to each value. Operators are made with it; see ``Operator``.
  @inlinable
  public func apply<Rule: Operator>(
    _ rule: Rule, named name: StaticString = #function
  ) -> Signal<Rule.Output, Failure> where Rule.Input == Value {
    let upstream = signal
    return Signal(
      attaching: { sink, subscription in
        let driver = PushDriver(rule, sink, subscription)
        // Inlined, so that each stage is one function whose context is the driver.
        @inline(__always) @Sendable func next(_ value: Value) { driver.next(value) }
        upstream.attach(Sink(next: next, end: { driver.end($0) }), to: subscription)
      }, named: name)
  }
}

/// One run of a rule.
@usableFromInline
final class PushDriver<Rule: Operator, Failure: Error>: Sendable {
  /// Guarded by: the source (its events are serial). So the exclusivity check, which costs more than most rules, is
  /// left out.
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

  /// Not inlined. Otherwise `next` would look up the type of an end for each value.
  @inline(never)
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
