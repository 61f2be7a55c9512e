public import StreamCore

extension StreamProtocol {
  /// Emits at most one value until another stream fires; the value that begins a period makes that stream.
  ///
  ///     source                                   a-b-c---d-e--|
  ///     trigger                                  ---x
  ///     throttle(until: …)                       a---c---d----|
  ///     throttle(until: …, edge: trailing)       ---b--c--d--e|
  ///     throttle(until: …, edge: both)           a--b--c--d--e|
  ///
  /// `trigger` is called for the value that begins a period. The first value of its stream, or its completion, ends the
  /// period. The latest value, sent at the end of a period, begins the next one. Keeps one value, with `leading` none.
  /// Completion sends the pending value immediately; a failure of the source drops it. The first value of a period is
  /// delivered where the source delivers, the latest where the trigger sends. RxJS calls the leading edge `throttle`
  /// and the trailing edge `audit`.
  public func throttle<Trigger: StreamProtocol>(
    until trigger: @escaping @Sendable (Value) -> Trigger, edge: ThrottleEdge = .leading
  ) -> Signal<Value, Failure> where Trigger.Failure == Never {
    throttle(edge) { first, period, joint in
      let end = trigger(first).first().promoteFailure(to: Failure.self)
      joint.attach(end, to: period, sending: { _ in }, completed: .bEnded)
    }
  }

  /// - Parameter start: Starts a period, which ends with the input `bEnded`.
  func throttle(
    _ edge: ThrottleEdge, named name: StaticString = #function,
    _ start: @escaping @Sendable (_ first: Value, _ period: Subscription, Joint<Throttling<Value>, Failure>) -> Void
  ) -> Signal<Value, Failure> {
    stage(named: name) { source, sink, subscription in
      let reference = SelfReference<Throttling<Value>, Failure>()
      let joint = Joint<Throttling<Value>, Failure>(
        Throttling(edge: edge),
        Sink(
          next: { step in
            if let first = step.begins, let joint = reference.joint { start(first, joint.open(), joint) }
            if let value = step.emits, subscription.isActive { sink.next(value) }
          }, end: sink.end),
        subscription)
      reference.joint = joint
      joint.attach(source, sending: { joint.receive(.a($0)) }, completed: .aEnded)
    }
  }
}

/// The rule of `throttle`. A step has the value to send, and the value with which a period begins.
struct Throttling<Value: Sendable>: Operator {
  let edge: ThrottleEdge
  var latest: Value?
  var isInPeriod = false

  mutating func step(_ input: LaneEvent<Value, Never>) -> Step<(emits: Value?, begins: Value?)> {
    switch input {
    case .a(let value):
      let begins = !isInPeriod
      isInPeriod = true
      if edge == .trailing || edge == .both && !begins { latest = value }
      return begins ? .emit((edge == .trailing ? nil : value, value)) : .skip
    case .bEnded:
      isInPeriod = latest != nil
      return latest.take().map { .emit(($0, $0)) } ?? .skip
    case .aEnded: return latest.map { .emitAndFinish(($0, nil)) } ?? .finish
    }
  }
}
