public import StreamCore
import Subjects

extension StreamProtocol {
  /// Lets the first value decide how the whole stream is transformed.
  ///
  ///     source                                 2-1-3-|
  ///     switchOnFirst { n, all in all.take(n)} 2-(1|)
  ///
  /// `transform` is called with the first value, and with the stream from that value on, which continues the same run
  /// of the source. A subscriber that does not subscribe to it synchronously misses values. A source without a value
  /// completes or fails, and `transform` is not called. Completes and fails with the stream that `transform` returns,
  /// and disposes the source then. Keeps no values. Delivers where that stream delivers. Semantics of Reactor's
  /// `switchOnFirst`.
  public func switchOnFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (_ first: Value, _ all: Signal<Value, Failure>) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    stage { source, sink, subscription in
      let upstream = SharedUpstream(subscription)
      let all = Box(Subject<Value, Failure>?.none)
      source.attach(to: upstream.subscription) { value in
        if all.value == nil {
          let subject = Subject<Value, Failure>()
          all.value = subject
          // Not to the subscription itself: see ``Succession``.
          let downstream = Subscription()
          subscription.add(downstream)
          transform(value, upstream.part(subject)).attach(sink, to: downstream)
        }
        all.value?.send(value)
      } end: { completion in
        if let subject = all.value { subject.send(Event(completion)) } else { sink.end(completion) }
      }
    }
  }
}
