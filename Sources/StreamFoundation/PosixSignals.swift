@preconcurrency import Dispatch
import Foundation
public import StreamCore

extension Signal where Value == Int32, Failure == Never {
  /// The signals of the system that arrive at the process, by their numbers: `posixSignals(SIGINT, SIGTERM)`.
  ///
  ///     posixSignals(SIGINT)  ---2-----2---
  ///
  /// From the first subscription on, these signals do not end the process, even after the subscription was disposed. A
  /// subscriber misses no signal that arrives after `subscribe` has returned. Several signals of one number that arrive
  /// before they are handled count as one, as the system defines it. Never ends. Keeps nothing. Delivers on a queue of
  /// Dispatch, serially. An empty list, a number below 1, `SIGKILL` and `SIGSTOP` trap.
  public static func posixSignals(_ numbers: Int32...) -> Signal {
    if numbers.isEmpty || numbers.contains(where: { $0 <= 0 || $0 == SIGKILL || $0 == SIGSTOP }) {
      fatalError("`posixSignals(_:)` needs signals that a process can handle, got \(numbers).")
    }
    return Signal { observer in
      let queue = DispatchQueue(label: "rill.signals")
      let installed = DispatchGroup()
      let sources = numbers.map { number in
        #if canImport(Darwin)
          // Elsewhere Dispatch replaces the default action itself, and does not notify of ignored signals.
          dropDefaultAction(of: number)
        #endif
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { observer.send(number) }
        installed.enter()
        source.setRegistrationHandler { installed.leave() }
        source.activate()
        return source
      }
      installed.wait()
      return Disposable { for source in sources { source.cancel() } }
    }
  }
}

#if canImport(Darwin)
  private func dropDefaultAction(of number: Int32) { _ = signal(number, SIG_IGN) }
#endif
