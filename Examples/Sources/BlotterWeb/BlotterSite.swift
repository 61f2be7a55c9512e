import BlotterModel
import Rill
import WebServer

/// The blotter as a page: each tab has a view of the same market.
@MainActor
public final class BlotterSite {
  private let market: Market
  private var tabs: [ObjectIdentifier: BlotterTab] = [:]
  private let files = PageFiles(style: PackageResources.page_css, scripts: ["page.js": PackageResources.page_js])

  public init(_ market: Market) { self.market = market }

  /// Serves until the program ends.
  public func serve(host: String, port: Int, isListening: @Sendable (Int) -> Void) async throws {
    var limits = Limits()
    // A view keeps a sorted list of all orders.
    limits.sockets = 20
    let server = Server(limits, hosts: Server.loopback.union([host])) { [files] request in
      request.path == "/" ? files.page("Blotter", PackageResources.page_html) : files.file(for: request)
    }
    let opening = server.sockets.subscribe { self.open($0) }
    defer { opening.dispose() }
    try await server.run(host: host, port: port, isListening: isListening)
  }

  private func open(_ socket: Socket) {
    let tab = BlotterTab(market) { socket.send($0, sent: $1) }
    tabs[ObjectIdentifier(socket)] = tab
    // The figures are those of the views that there are.
    market.resetTimes()
    socket.handle {
      try tab.receive($0)
    } closed: {
      self.tabs[ObjectIdentifier(socket)] = nil
    }
  }
}
