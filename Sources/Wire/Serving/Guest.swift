import Operators
import StreamCore
import Subjects

/// One connection of a service.
final class Guest: Sendable {
  let connection: any WireConnection
  let coding: any WireCoding
  let limits: WireLimits
  let scheduler: any Scheduler

  /// Whether the client has sent its hello.
  ///
  /// Guarded by: the events of the connection, which do not overlap.
  private let known = Box(false)
  private let watching = SerialDisposable()

  /// The signs of life of executions, from the first execution on.
  ///
  /// Guarded by: the events of the connection, which do not overlap.
  private let beating = SerialDisposable()
  private let calls = Subject<Signal<[UInt8]?, Never>, Never>()
  private let answering: Disposable
  private let unanswered = Lock(0)

  init(_ connection: any WireConnection, _ coding: any WireCoding, _ limits: WireLimits, _ scheduler: any Scheduler) {
    (self.connection, self.coding, self.limits, self.scheduler) = (connection, coding, limits, scheduler)
    answering = calls.concatMap { $0 }.subscribe { [connection, limits, unanswered] answer in
      guard let answer else { return connection.refuse("the command has no answer") }
      guard answer.count <= limits.message else {
        return connection.refuse("the answer has more than \(limits.message) bytes")
      }
      // An answer counts until the connection has accepted it. Otherwise a client that reads nothing costs memory.
      connection.send(answer) { unanswered.withLock { $0 -= 1 } }
    }
  }

  var isKnown: Bool { known.value }

  /// The number of executions whose answer the connection has not accepted.
  var open: Int { unanswered.withLock { $0 } }

  /// Agrees on a version, or returns the reason for refusing the client.
  func greet(_ hello: FromClient.Hello) -> String? {
    guard let version = hello.versions.filter(WireVersion.spoken.contains).max(),
      let answer = try? coding.encode(FromServer(hello: .init(version: version)))
    else { return "the server supports the versions \(WireVersion.spoken)" }
    known.value = true
    connection.send(answer) {}
    return nil
  }

  /// Sends the changes of something served, instead of those of the one before.
  func watch(_ served: any Served, after position: WirePosition?) {
    watching.inner = served.watch(after: position, self)
  }

  func enqueue(_ answer: Signal<[UInt8]?, Never>) {
    unanswered.withLock { $0 += 1 }
    calls.send(answer)
    // Otherwise the client would take a long execution for a lost connection.
    if beating.inner == nil {
      beating.inner = pump(Signal<Int, Never>.never) { [coding, unanswered] beats in
        let count = unanswered.withLock { $0 }
        return beats && count > 0 ? try? coding.encode(FromServer(unanswered: count)) : nil
      }
    }
  }

  func leave() {
    watching.dispose()
    beating.dispose()
    // A call that is running continues, and answers the client when it repeats the call.
    answering.dispose()
  }
}
