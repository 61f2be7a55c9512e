#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import StreamCore

/// What a released subject leaves behind.
protocol Endable: AnyObject {
  func completeAndForget()
}

extension Hub: Endable {
  func completeAndForget() {
    if endsWhenReleased { end(.completed) } else { perform { self.forget() } }
  }
}

/// Ends the observers of released subjects, without recursion.
///
/// The end of one subject can release the next (an observer that sends to it was all that held it), and so on for a
/// million. Where one is being ended on this thread already, the next waits its turn.
@usableFromInline
package enum Releasing {
  /// The subjects waiting on this thread.
  private final class Line {
    var waiting = Queue<any Endable>()
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failed = pthread_key_create(&key, nil)
    precondition(failed == 0, "No thread-specific key is left (error \(failed)).")
    return key
  }()

  @usableFromInline
  package static func end<Value: Sendable, Failure: Error>(_ hub: Hub<Value, Failure>) {
    if let place = pthread_getspecific(key) {
      Unmanaged<Line>.fromOpaque(place).takeUnretainedValue().waiting.append(hub)
      return
    }
    let line = Line()
    pthread_setspecific(key, Unmanaged.passUnretained(line).toOpaque())
    hub.completeAndForget()
    while let next = line.waiting.popFirst() { next.completeAndForget() }
    pthread_setspecific(key, nil)
  }
}
