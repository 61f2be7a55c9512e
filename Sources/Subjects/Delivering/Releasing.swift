import StreamCore
import StreamPrimitives

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

  private static let lineOfThisThread = ThreadLocal()

  @usableFromInline
  package static func end<Value: Sendable, Failure: Error>(_ hub: Hub<Value, Failure>) {
    if let place = lineOfThisThread.pointer {
      Unmanaged<Line>.fromOpaque(place).takeUnretainedValue().waiting.append(hub)
      return
    }
    let line = Line()
    lineOfThisThread.pointer = Unmanaged.passUnretained(line).toOpaque()
    hub.completeAndForget()
    while let next = line.waiting.popFirst() { next.completeAndForget() }
    lineOfThisThread.pointer = nil
  }
}
