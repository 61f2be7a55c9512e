import Foundation
import Logging
import Remote
import Rill
import SignUpModel
import WebElements
import WebServer

/// The site: a page, the figures, and a socket for every page.
@MainActor
public final class Site {
  private let sessions: Sessions
  private let wire = WireService(coding: JSONWireCoding(), on: .main)
  private let limits: Limits
  private let hosts: Set<String>
  private var server: Server?
  private var isDraining = false
  private let logger: Logger
  private let files = PageFiles(
    style: PackageResources.page_css, scripts: ["elements.js": Tab.script, "page.js": PackageResources.page_js])

  /// - Parameters:
  ///   - patience: How long a client that connects may be silent.
  ///   - hosts: The names by which the site is called, beside those of this machine.
  public init(
    _ sessions: Sessions, _ list: any SubscriberList, patience: Duration, hosts: [String] = [], logger: Logger
  ) {
    self.sessions = sessions
    self.hosts = Server.loopback.union(hosts.map { $0.lowercased() })
    self.logger = logger
    limits = Limits(patience: patience)
    // The interface for other programs.
    wire.offer("summary", list.summary)
    wire.offer("subscribe") { (email: String, key) async throws(SubscribeError) -> Nothing in
      guard email.isPlausibleEmail else { throw .storeFailed("\(email) is not an address") }
      guard key.allSatisfy(\.isHexDigit) else { throw .storeFailed("a key must consist of hexadecimal digits") }
      try await list.subscribe(email, key: key) { _ in }
      return Nothing()
    }
  }

  /// Serves until it is drained.
  public func serve(host: String, port: Int, isListening: @Sendable (Int) -> Void) async throws {
    guard !isDraining else { return }
    let server = Server(limits, paths: ["/socket", "/wire"], hosts: hosts) { [self] request in
      let response = await respond(to: request)
      logger.debug("answered", metadata: ["path": "\(request.path)", "status": "\(response.status)"])
      return response
    }
    self.server = server
    server.sockets.subscribe { [sessions, wire] socket in
      if socket.request.path == "/wire" { wire.open(socket) } else { sessions.open(socket) }
    }
    try await server.run(host: host, port: port) { port in
      logger.notice("listening", metadata: ["host": "\(host)", "port": "\(port)"])
      isListening(port)
    }
  }

  /// Drains the server: refuses new visitors, ends requests, and moves pages to another server. Then it stops.
  public func drain(within grace: Duration) async {
    guard !isDraining else { return }
    isDraining = true
    server?.drain()
    await sessions.drain(within: grace)
    server?.end()
  }

  private func respond(to request: Request) -> Response {
    switch request.path {
    case "/":
      var response = files.page("Sign up", PackageResources.page_html)
      response.identify(request)
      return response
    case "/stats": return Response("application/json", (try? JSONEncoder().encode(sessions.stats)) ?? Data())
    case "/metrics": return Response("text/plain; version=0.0.4", sessions.stats.metrics.utf8)
    // For load balancers.
    case "/health":
      if isDraining { return Response(503, "This server is shutting down.") }
      return sessions.isUpToDate
        ? Response("text/plain", "The server is healthy.\n".utf8) : Response(503, "The store cannot be reached.")
    default: return files.file(for: request)
    }
  }
}
