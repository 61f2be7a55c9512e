import Rill

/// Asks again and again: at a steady beat while all is well, and less and less often while it is not.
///
/// Nothing is asked while nobody wants to know, be it that nobody subscribes or that `isWanted` says so.
func polling<Value, Failure>(
  _ ask: Signal<Value, Failure>, every interval: Duration, backingOff policy: RetryPolicy<Failure>,
  while isWanted: some StreamProtocol<Bool, Never> = Signal.just(true), on scheduler: some Scheduler = QueueScheduler()
) -> Signal<Value, Failure> {
  let answers = Signal.interval(every: interval, on: scheduler)
    .startWith(0)
    .flatMapFirst { _ in ask }
    .retry(policy.resettingOnValue(), on: scheduler)
  return .if(isWanted.distinctUntilChanged(), then: answers, else: Signal.never)
}
