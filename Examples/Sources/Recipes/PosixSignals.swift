@preconcurrency import Dispatch
import Rill

#if canImport(Darwin)
  import Darwin
#endif

/// The arrivals of a POSIX signal: `posixSignal(SIGINT)`.
///
/// From the first subscription on it does not end the process any more, also when nobody listens.
func posixSignal(_ number: Int32) -> Signal<Void, Never> {
  Signal { observer in
    #if canImport(Darwin)
      // Elsewhere Dispatch takes the signal over by itself, and would not hear of one that is ignored.
      signal(number, SIG_IGN)
    #endif
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { observer.send() }
    // Who has subscribed misses none: the source is there when this returns.
    let isThere = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { isThere.signal() }
    source.activate()
    isThere.wait()
    return Disposable { source.cancel() }
  }
}

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
