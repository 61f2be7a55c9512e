import BlotterModel
import Rill
import WebServer

/// The blotter as a page: each tab has a view of the same market.
@MainActor
public final class BlotterSite {
  private let market: Market
  private var tabs: [ObjectIdentifier: BlotterTab] = [:]

  public init(_ market: Market) { self.market = market }

  /// Serves until the program ends.
  public func serve(host: String, port: Int, isListening: @Sendable (Int) -> Void) async throws {
    var limits = Limits()
    // A view keeps a sorted list of all orders.
    limits.sockets = 20
    let server = Server(limits, hosts: Server.loopback.union([host])) { request in
      switch request.path {
      case "/": Response("text/html", PackageResources.page_html)
      case "/page.css": Response("text/css", PackageResources.page_css)
      case "/page.js": Response("text/javascript", PackageResources.page_js)
      // Browsers request the second if no page names the first.
      case "/favicon.svg", "/favicon.ico": Response("image/svg+xml", PackageResources.favicon_svg)
      default: Response(404, "There is nothing at \(request.path).")
      }
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
    socket.messages.subscribe(
      next: { message in
        do {
          try tab.receive(message)
          socket.next()
        } catch {
          socket.refuse("\(error)")
        }
      },
      completed: { self.tabs[ObjectIdentifier(socket)] = nil })
    socket.next()
  }
}
