import NIOCore
import NIOWebSocket
import Subjects

/// The socket of one open page.
public final class Socket: Sendable {
  /// The request that opened it.
  public let request: Request

  /// The messages that come, one at a time: the next one comes after ``next()``. Completes when the socket is closed.
  public var messages: Signal<String, Never> { received.signal }

  let received = Subject<String, Never>()
  private let channel: any Channel

  init(_ channel: any Channel, _ request: Request) {
    self.channel = channel
    self.request = request
  }

  /// Requests a message. Without requests nothing is read, and in the end the other side has to wait.
  public func next() { channel.triggerUserOutboundEvent(SocketHandler.Order.next, promise: nil) }

  /// Handles the messages one at a time, until the socket is closed. A handler that throws closes it with the reason.
  @MainActor
  public func handle(_ handler: @escaping (String) throws -> Void, closed: @escaping () -> Void) {
    messages.subscribe(
      next: { message in
        do {
          try handler(message)
          self.next()
        } catch {
          self.refuse("\(error)")
        }
      },
      completed: { closed() })
    next()
  }

  /// Sends a message, and calls `sent` when the connection has accepted it. A closed socket never calls it.
  public func send(_ message: String, sent: @escaping @Sendable () -> Void) {
    let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: message))
    channel.writeAndFlush(frame).whenSuccess(sent)
  }

  /// Closes it, since the server ends: the page finds another, or this one when it is back.
  public func sendElsewhere() {
    channel.triggerUserOutboundEvent(
      SocketHandler.Order.close(.init(codeNumber: 1012), "This server is shutting down. Reconnecting…"), promise: nil)
  }

  /// Closes the socket with a reason.
  public func refuse(_ reason: String) {
    channel.triggerUserOutboundEvent(SocketHandler.Order.close(.policyViolation, reason), promise: nil)
  }
}
