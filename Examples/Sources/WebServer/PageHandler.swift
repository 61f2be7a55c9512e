import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers the request of a connection.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let respond: @Sendable (Request) async -> Response
  private let refusal: @Sendable (Request) -> Response?
  private var head: HTTPRequestHead?
  private var isAnswered = false

  init(
    respond: @escaping @Sendable (Request) async -> Response, refusal: @escaping @Sendable (Request) -> Response?
  ) {
    self.respond = respond
    self.refusal = refusal
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isAnswered else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard head.method == .GET || head.method == .HEAD else {
        return answer(head, Response(405, "This server supports only GET and HEAD."), context)
      }
      self.head = head
    case .body:
      // No page uses a body, so it is not read.
      if let head = head.take() { answer(head, Response(413, "This server accepts no uploads."), context) }
    case .end:
      if let head = head.take() { answer(head, context) }
    }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let request = Request(head)
    if let refusal = refusal(request) { return answer(head, refusal, context) }
    let context = NIOLoopBound(context, eventLoop: context.eventLoop)
    let promise = context.eventLoop.makePromise(of: Response.self)
    promise.completeWithTask { [respond] in await respond(request) }
    promise.futureResult.assumeIsolated().whenSuccess { self.answer(head, $0, context.value) }
  }

  private func answer(_ head: HTTPRequestHead, _ response: Response, _ context: ChannelHandlerContext) {
    isAnswered = true
    var headers = HTTPHeaders(response.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    headers.replaceOrAdd(name: "content-length", value: "\(response.body.count)")
    headers.replaceOrAdd(name: "connection", value: "close")
    context.write(
      wrapOutboundOut(
        .head(
          HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: Int(response.status)), headers: headers))),
      promise: nil)
    if head.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
    }
    // The other side closes the connection after the answer, or the server does after its timeout. Closing while data
    // still arrives would reset the connection, and the answer would be lost.
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(mode: .output, promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A socket that was not opened is still a request, and gets an answer.
    if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
  }
}

/// Refuses a connection above the limit, and closes it.
final class FullHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let limit: Int

  init(_ limit: Int) { self.limit = limit }

  func channelActive(context: ChannelHandlerContext) {
    let reason = "All \(limit) connections are in use. Try again later.\n"
    let answer =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: \(reason.utf8.count)\r\n"
      + "Connection: close\r\n\r\n\(reason)"
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer))).whenComplete { _ in channel.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
