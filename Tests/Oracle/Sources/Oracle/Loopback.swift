import Rill
import Synchronization

/// A connection to a service in this process, on which everything happens synchronously. It closes with a stream.
struct Loopback: WireTransport {
  let service: WireService
  let end: Signal<Void, Never>

  /// Never connects again.
  static var policy: RetryPolicy<Disconnection<WireFailure>> { .immediate(limit: 0) }

  func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> {
    Signal { observer in
      let connection = LoopbackConnection(first, observer)
      service.serve(connection)
      let ending = end.subscribe(
        next: { _ in },
        completed: {
          observer.complete()
          connection.close()
        })
      return Disposable {
        ending.dispose()
        connection.close()
      }
    }
  }
}

private final class LoopbackConnection: WireConnection {
  private let incoming = Subject<[UInt8], Never>()
  private let messages: [[UInt8]]
  private let receivedCount = Atomic(0)
  private let observer: Observer<[UInt8], WireFailure>

  init(_ messages: [[UInt8]], _ observer: Observer<[UInt8], WireFailure>) {
    (self.messages, self.observer) = (messages, observer)
  }

  var received: Signal<[UInt8], Never> { incoming.signal }

  func receive() {
    let place = receivedCount.add(1, ordering: .relaxed).oldValue
    if place < messages.count { incoming.send(messages[place]) }
  }

  func send(_ message: [UInt8], accepted: @escaping @Sendable () -> Void) {
    observer.send(message)
    accepted()
  }

  func refuse(_ reason: String) {
    observer.fail(.refused(reason))
    close()
  }

  func close() { incoming.complete() }
}

/// Runs actions immediately, and never those with a delay.
struct Inline: Scheduler {
  var clock: ContinuousClock { ContinuousClock() }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    action()
    return Disposable {}
  }

  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    Disposable {}
  }

  func schedule(
    every interval: Duration, tolerance: Duration, missedBeats: MissedBeats, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    Disposable {}
  }
}
