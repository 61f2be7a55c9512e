import ArgumentParser
import Foundation
import Rill
import WebServer

/// The 7GUIs as web pages.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sevenguis-web",
    abstract: "The 7GUIs, seven small tasks for user interfaces, as web pages whose elements are objects on the server."
  )

  @Option(help: "The address to listen at.")
  var host = "127.0.0.1"

  @Option(help: "Where to listen, 0 for any free port.")
  var port: UInt16 = 8080

  @MainActor
  func run() async throws {
    let visits = Visits()
    let server = Server(paths: Set(Task.allCases.map(\.socketPath)), hosts: Server.loopback.union([host.lowercased()]))
    {
      request in page(for: request)
    }
    server.sockets.subscribe { socket in visits.open(socket) }
    try await server.run(host: host, port: Int(port)) { [host] port in
      FileHandle.standardOutput.write(Data("http://\(host):\(port)\n".utf8))
    }
  }
}

/// Answers a request of a browser.
private func page(for request: Request) -> Response {
  if let task = Task.allCases.first(where: { $0.path == request.path }) {
    var response = Response("text/html", task.html.utf8)
    if request.cookie("visit") == nil {
      // It is random, so that a visitor cannot guess the page of another one.
      let id = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
      response.headers["set-cookie"] = "visit=\(id.0)-\(id.1); Path=/; HttpOnly; SameSite=Strict"
    }
    return response
  }
  switch request.path {
  case "/": return Response("text/html", Task.overview.utf8)
  case "/page.css": return Response("text/css", PackageResources.page_css)
  case "/page.js": return Response("text/javascript", PackageResources.page_js)
  case "/favicon.svg", "/favicon.ico": return Response("image/svg+xml", PackageResources.favicon_svg)
  default: return Response(404, "There is nothing at \(request.path).")
  }
}
