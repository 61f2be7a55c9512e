import Rill

enum Shutdown { case begin, atOnce }

/// How a server ends: it begins to at the first request, and at once at the second, or when its time is up.
func shutdown(
  on requests: some StreamProtocol<Void, Never>, within grace: Duration, on scheduler: some Scheduler = QueueScheduler()
) -> Signal<Shutdown, Never> {
  requests
    .scan(0) { count, _ in count + 1 }
    .flatMapLatest { count -> Signal<Shutdown, Never> in
      if count > 1 { return .just(.atOnce) }
      return Signal.timer(after: grace, on: scheduler).mapTo(.atOnce).startWith(.begin)
    }
    .take(2)
}
