public import Operators
public import StreamCore

/// The client's way to a server: it opens connections that carry whole messages.
///
/// ```swift
/// struct Radio: WireTransport {
///   func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> { .never }
/// }
/// ```
///
/// A connection keeps messages whole and in order. It may break at any time; then messages at its end are lost. A
/// WebSocket is one, and so is a TCP connection on which each message is preceded by its length. If a transport loses,
/// repeats or reorders messages to the client, that costs new connections, and no correctness.
public protocol WireTransport: Sendable {
  /// Opens a connection for each subscription, sends messages through it, and emits the received ones.
  ///
  /// Completes when the server closes the connection. Fails with `refused` if the server gave a reason that repeating
  /// would not change, and otherwise with `unreachable`. Disposing closes the connection.
  func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure>
}

/// The server's end of one connection.
public protocol WireConnection: AnyObject, Sendable {
  /// The received messages, each after a call of ``receive()``. Completes when the connection is closed or lost.
  var received: Signal<[UInt8], Never> { get }

  /// Requests the next message. Without requests nothing is read, so that in the end the client has to wait.
  func receive()

  /// Sends a message, and calls `accepted` when the connection can take another one. A closed connection never does.
  func send(_ message: [UInt8], accepted: @escaping @Sendable () -> Void)

  /// Closes the connection with a reason, after which the client does not connect again.
  func refuse(_ reason: String)
}

extension RetryPolicy where Failure == Disconnection<WireFailure> {
  /// The policy of a wire: 50 milliseconds, doubled up to a second, varied by half. A refusal is not retried.
  public static var reconnecting: RetryPolicy {
    RetryPolicy.exponential(from: .milliseconds(50)).capped(at: .seconds(1)).jittered(by: 0.5)
      .when { if case .failed(let failure) = $0 { failure.isTemporary } else { true } }
  }
}
