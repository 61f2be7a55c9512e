import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Subjects
import Synchronization

/// A web server: it answers requests, and lets pages open sockets.
public final class Server: Sendable {
  /// Sends every socket when it is opened.
  public var sockets: Signal<Socket, Never> { opened.signal }

  private let opened = Subject<Socket, Never>()
  private let isDraining = Atomic(false)
  /// Replays the end, since a server may be ended before it listens.
  private let ended = ReplaySubject<Void, Never>(count: 1)
  private let limits: Limits
  private let connectionQuota: Quota
  private let socketQuota: Quota
  private let paths: Set<String>
  private let hosts: Set<String>
  private let respond: @Sendable (Request) async -> Response

  /// The names of this machine.
  public static let loopback: Set<String> = ["127.0.0.1", "localhost", "[::1]"]

  /// - Parameters:
  ///   - paths: Where sockets are opened.
  ///   - hosts: The names, in lower case and without a port, by which the server may be called. A request to any other
  ///     is refused: otherwise a page elsewhere whose name leads to this machine (DNS rebinding) could use it.
  ///   - respond: Answers a request. Only `GET` and `HEAD` get there.
  public init(
    _ limits: Limits = Limits(), paths: Set<String> = ["/socket"], hosts: Set<String> = Server.loopback,
    respond: @escaping @Sendable (Request) async -> Response
  ) {
    self.limits = limits
    self.paths = paths
    self.hosts = hosts
    self.respond = respond
    connectionQuota = Quota(limits.connections)
    socketQuota = Quota(limits.sockets)
  }

  /// Listens until ``end()``, and reports the port when it begins.
  public func run(host: String, port: Int, isListening: @Sendable (Int) -> Void) async throws {
    let channel = try await listen(host, port)
    isListening(channel.localAddress?.port ?? port)
    let closing = ended.subscribe { channel.close(promise: nil) }
    defer { closing.dispose() }
    try await channel.closeFuture.get()
  }

  private func listen(_ host: String, _ port: Int) async throws -> any Channel {
    let server = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 1_024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      // Little is buffered for a slow page: once it has caught up it gets the latest state, and not a backlog.
      .childChannelOption(.socketOption(.so_sndbuf), value: 32_768)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try self.accept(channel) }
      }
    do {
      return try await server.bind(host: host, port: port).get()
    } catch let error as IOError {
      throw CannotListen(host: host, port: port, errno: error.errnoCode)
    }
  }

  /// Opens no new sockets: further requests are sent elsewhere. Pages are still served, and show that the server ends.
  public func drain() { isDraining.store(true, ordering: .relaxed) }

  /// Stops listening, so that ``run(host:port:isListening:)`` returns.
  public func end() { ended.send() }

  private func accept(_ channel: any Channel) throws {
    guard connectionQuota.take() else {
      return try channel.pipeline.syncOperations.addHandler(FullHandler(limits.connections))
    }
    channel.closeFuture.whenComplete { _ in self.connectionQuota.giveBack() }
    let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(limits.patience)) { channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in deadline.cancel() }

    let pages = PageHandler(respond: respond, refusal: refusal)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: limits.message,
      automaticErrorHandling: false,
      shouldUpgrade: { [self] channel, head in
        // A refused request continues to the pages, which answer with the reason.
        let isWelcome = refusal(Request(head)) == nil && socketQuota.take()
        if isWelcome { channel.closeFuture.whenComplete { _ in self.socketQuota.giveBack() } }
        return channel.eventLoop.makeSucceededFuture(isWelcome ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { [self] channel, head in
        deadline.cancel()
        return channel.eventLoop.makeCompletedFuture { try open(channel, Request(head)) }
      })
    let loopBound = NIOLoopBound(pages, eventLoop: channel.eventLoop)
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { $0.pipeline.syncOperations.removeHandler(loopBound.value, promise: nil) }
      ))
    try channel.pipeline.syncOperations.addHandler(pages)
  }

  /// Why a request is refused, or a socket not opened.
  @Sendable private func refusal(_ request: Request) -> Response? {
    // A browser always sends the name; a probe of HTTP 1.0 need not.
    if let name = request.hostName, !hosts.contains(name) {
      return Response(421, "This server does not serve the host \(name.prefix(64)).")
    }
    if !request.wantsSocket { return nil }
    if !paths.contains(request.path) { return Response(404, "There is no WebSocket at \(request.path).") }
    if !request.isFromHere { return Response(403, "Only pages of this server may open a WebSocket.") }
    if isDraining.load(ordering: .relaxed) { return Response(503, "This server is shutting down.") }
    if socketQuota.isUsedUp { return Response(503, "All \(limits.sockets) sockets are in use. Try again later.") }
    return nil
  }

  private func open(_ channel: any Channel, _ request: Request) throws {
    let socket = Socket(channel, request)
    try channel.pipeline.syncOperations.addHandlers([
      IdleStateHandler(readTimeout: TimeAmount(limits.patience)),
      MaskHandler(),
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 64, maxAccumulatedFrameSize: limits.message),
      SocketHandler(socket, limits),
    ])
    opened.send(socket)
  }
}
