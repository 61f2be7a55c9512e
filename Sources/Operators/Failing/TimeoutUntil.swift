public import StreamCore

extension StreamProtocol {
  /// Fails when another stream fires before the next value; each value makes the stream for the next one.
  ///
  ///     source                          1---2-------|
  ///     timeout(until: -----x, failure) 1---2----#
  ///
  /// `trigger` is called at the subscription with `nil`, and then with each value. Its stream is disposed at the next
  /// value and at the end. The first value of the stream, or its completion, disposes the source and fails the result.
  /// `.never` sets no limit. Keeps no values. Delivers where the source delivers, the failure where the trigger sends.
  /// Semantics of Rx.NET's `Timeout` with a selector.
  public func timeout<Trigger: StreamProtocol>(
    until trigger: @escaping @Sendable (_ previous: Value?) -> Trigger, failure: Failure
  ) -> Signal<Value, Failure> where Trigger.Failure == Never {
    materialize().map { Event?.some($0) }.startWith(nil)
      .flatMapLatest { moment -> Signal<Event<Value, Failure>, Never> in
        if let moment, moment.isTerminal { return .just(moment) }
        let limit = trigger(moment?.value).first().then { Signal<Event<Value, Failure>, Never>.just(.failed(failure)) }
        return moment.map { limit.startWith($0) } ?? limit
      }
      .dematerialize()
  }
}

extension StreamProtocol where Failure == Never {
  /// Fails a stream that cannot fail itself. See ``timeout(until:failure:)``.
  public func timeout<Trigger: StreamProtocol, Thrown: Error>(
    until trigger: @escaping @Sendable (_ previous: Value?) -> Trigger, failure: Thrown
  ) -> Signal<Value, Thrown> where Trigger.Failure == Never {
    promoteFailure(to: Thrown.self).timeout(until: trigger, failure: failure)
  }
}
