import NIOCore
import NIOWebSocket
import Subjects

/// Refuses frames of a client that are not masked (RFC 6455, 5.1).
final class MaskHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if unwrapInboundIn(data).maskKey == nil {
      context.fireErrorCaught(SocketHandler.NotMasked())
    } else {
      context.fireChannelRead(data)
    }
  }
}

/// Speaks the protocol of WebSockets: passes messages on one at a time, answers pings, and closes with a reason.
///
/// It reads only while a message is requested, so at most one read of a page is buffered.
final class SocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  struct NotMasked: Error {}

  enum Order: Sendable {
    case next
    case close(WebSocketErrorCode, String)
  }

  private let socket: Socket
  private let limits: Limits
  private var messages = CircularBuffer<String>()
  private var isAsked = false
  private var isClosing = false
  private var wasPinged = false

  init(_ socket: Socket, _ limits: Limits) {
    self.socket = socket
    self.limits = limits
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    wasPinged = false
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text:
      guard let message = String(validating: frame.unmaskedData.readableBytesView, as: UTF8.self) else {
        return close(context, .dataInconsistentWithMessage, "A message must be UTF-8.")
      }
      messages.append(message)
      passOn()
    case .ping:
      context.writeAndFlush(
        wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
    case .pong: break
    case .connectionClose: close(context, .normalClosure, "")
    default: close(context, .unacceptableData, "A message must be text.")
    }
  }

  private func passOn() {
    guard isAsked, !isClosing, let message = messages.popFirst() else { return }
    isAsked = false
    socket.received.send(message)
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    switch event as? Order {
    case .next:
      isAsked = true
      passOn()
      // Something is asked for still, so let it come.
      if isAsked { context.read() }
    case .close(let code, let reason): close(context, code, reason)
    case nil: return context.triggerUserOutboundEvent(event, promise: promise)
    }
    promise?.succeed()
  }

  func read(context: ChannelHandlerContext) {
    if isAsked || isClosing { context.read() }
  }

  private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode, _ reason: String) {
    guard !isClosing else { return }
    isClosing = true
    messages.removeAll(keepingCapacity: false)
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(reason)
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)), promise: nil)
    // Closing a connection while data arrives resets it, and the reason may be lost. So the other side closes it,
    // within a time limit, and further input is discarded.
    context.close(mode: .output, promise: nil)
    let channel = context.channel
    let deadline = context.eventLoop.scheduleTask(in: TimeAmount(limits.goodbye)) { channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in deadline.cancel() }
    context.read()
    socket.received.complete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge,
      NIOWebSocketFrameAggregator.Error.tooManyFragments:
      close(context, .messageTooLarge, "A message may have at most \(limits.message) bytes.")
    case is NotMasked: close(context, .protocolError, "Frames of a client must be masked.")
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error:
      close(context, .protocolError, "The data is not a valid WebSocket frame.")
    case is ByteToMessageDecoderError: break
    default: context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
    if wasPinged { return context.close(promise: nil) }
    wasPinged = true
    context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    isClosing = true
    socket.received.complete()
    context.fireChannelInactive()
  }
}
