import Rill

/// Polls at a constant interval, and less and less often after failures.
///
/// It pauses while there is no subscriber, or while `isWanted` is false.
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
