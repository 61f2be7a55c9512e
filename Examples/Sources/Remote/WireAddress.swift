import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Rill

/// Where the programs are that can be reached: `WireAddress("127.0.0.1", 8080)`.
public struct WireAddress: WireTransport {
  let host: String
  let port: Int

  public init(_ host: String, _ port: Int) {
    self.host = host
    self.port = port
  }

  /// How long a message may be, in bytes.
  static let limit = WireLimits().message

  /// The messages of a connection through which some are sent first. Completes when the other side closes it.
  public func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> {
    Signal { observer in
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      let connecting = ClientBootstrap(group: loop)
        .connectTimeout(.seconds(5))
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try upgrade(channel, first, observer) }
        }
        .connect(host: host, port: port)
      connecting.whenFailure { observer.fail(.unreachable("\($0)")) }
      return Disposable { connecting.whenSuccess { $0.close(promise: nil) } }
    }
  }

  private func upgrade(
    _ channel: any NIOCore.Channel, _ first: [[UInt8]], _ observer: Observer<[UInt8], WireFailure>
  ) throws {
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/wire",
      headers: ["host": "\(host):\(port)", "origin": "http://\(host):\(port)", "content-length": "0"])
    let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: Self.limit) { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandlers([
          NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 64, maxAccumulatedFrameSize: Self.limit),
          WireHandler(first, observer),
        ])
      }
    }
    let asking = AskingHandler(head, observer)
    let loopBound = NIOLoopBound(asking, eventLoop: channel.eventLoop)
    try channel.pipeline.syncOperations.addHTTPClientHandlers(
      withClientUpgrade: (
        upgraders: [upgrader],
        completionHandler: { $0.pipeline.syncOperations.removeHandler(loopBound.value, promise: nil) }
      ))
    try channel.pipeline.syncOperations.addHandler(asking)
  }
}

/// Asks for a socket, and receives the reason if there is none.
private final class AskingHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let head: HTTPRequestHead
  private let observer: Observer<[UInt8], WireFailure>

  init(_ head: HTTPRequestHead, _ observer: Observer<[UInt8], WireFailure>) {
    self.head = head
    self.observer = observer
  }

  func channelActive(context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let answer) = unwrapInboundIn(data) else { return }
    // A server that is full, or shuts down, is asked again.
    let isFinal = (400..<500).contains(answer.status.code)
    observer.fail(isFinal ? .refused("\(answer.status)") : .unreachable("\(answer.status)"))
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    observer.fail(.unreachable("\(error)"))
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    observer.fail(.unreachable("The connection was closed."))
    context.fireChannelInactive()
  }
}

/// Sends outgoing messages, and passes received ones on.
private final class WireHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let first: [[UInt8]]
  private let observer: Observer<[UInt8], WireFailure>

  init(_ first: [[UInt8]], _ observer: Observer<[UInt8], WireFailure>) {
    self.first = first
    self.observer = observer
  }

  func handlerAdded(context: ChannelHandlerContext) {
    for message in first { send(.text, ByteBuffer(bytes: message), context) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var frame = unwrapInboundIn(data)
    // The frames of a server are not masked (RFC 6455, 5.1).
    if frame.maskKey != nil { return end(.unreadable, context) }
    switch frame.opcode {
    case .text:
      observer.send(Array(frame.data.readableBytesView))
    case .ping: send(.pong, frame.data, context)
    case .pong: break
    case .connectionClose:
      let code = frame.data.readWebSocketErrorCode()
      let reason = String(buffer: frame.data)
      end(code == .policyViolation ? .refused(reason) : .unreachable(reason), context)
    default: end(.unreadable, context)
    }
  }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
    let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }

  private func end(_ failure: WireFailure, _ context: ChannelHandlerContext) {
    observer.fail(failure)
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { end(.unreadable, context) }

  func channelInactive(context: ChannelHandlerContext) {
    observer.complete()
    context.fireChannelInactive()
  }
}
