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

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on, 0 for any free port.")
  var port: UInt16 = 8080

  @MainActor
  func run() async throws {
    let site = Site()
    let hosts = Server.loopback.union([host.lowercased()])
    let server = Server(paths: Set(Task.allCases.map(\.socketPath)), hosts: hosts) { site.respond(to: $0) }
    server.sockets.subscribe { site.open($0) }
    try await server.run(host: host, port: Int(port)) { [host] port in
      FileHandle.standardOutput.write(Data("http://\(host):\(port)\n".utf8))
    }
  }
}
