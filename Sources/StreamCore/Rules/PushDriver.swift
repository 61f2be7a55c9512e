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
        upstream.attach(Sink(next: { driver.next($0) }, end: { driver.end($0) }), to: subscription)
      }, named: name)
  }

  /// The stream with a stateless rule applied to each value.
  @inlinable
  package func apply<Rule: StatelessOperator>(
    _ rule: Rule, named name: StaticString = #function
  ) -> Signal<Rule.Output, Failure> where Rule.Input == Value {
    let upstream = signal
    return Signal(
      attaching: { sink, subscription in
        let stage = StatelessDriver(rule, sink.next, subscription)
        @inline(__always) @Sendable func next(_ value: Value) { stage.next(value) }
        upstream.attach(Sink(next: next, end: sink.end), to: subscription)
      }, named: name)
  }
}

/// One run of a stateless rule.
///
/// It is an object, and what is called for each value a local function that is inlined and captures only that: so a
/// stage is one function, whose context is the object. A closure that captures several things loads all of them before
/// it begins, and one that is not inlined becomes two functions, of which the first only loads the value.
@usableFromInline
final class StatelessDriver<Rule: StatelessOperator>: Sendable {
  @usableFromInline let rule: Rule
  @usableFromInline let receive: @Sendable (Rule.Output) -> Void
  @usableFromInline let subscription: Subscription

  @inlinable
  init(_ rule: Rule, _ receive: @escaping @Sendable (Rule.Output) -> Void, _ subscription: Subscription) {
    self.rule = rule
    self.receive = receive
    self.subscription = subscription
  }

  @inlinable
  @inline(__always)
  func next(_ value: Rule.Input) {
    rule.step(value) { output in
      if subscription.isActive { receive(output) }
    }
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
  func next(_ value: Rule.Input) {
    access.writes()
    switch rule.step(value) {
    case .emit(let output):
      if subscription.isActive { sink.next(output) }
    case .skip: break
    case .emitAndFinish(let output):
      if subscription.isActive { sink.next(output) }
      complete()
    case .finish:
      complete()
    }
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
