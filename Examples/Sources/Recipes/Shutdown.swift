import Rill

enum Shutdown { case begin, atOnce }

/// Shuts a server down: gracefully at the first request, and immediately at the second or after the grace period.
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
