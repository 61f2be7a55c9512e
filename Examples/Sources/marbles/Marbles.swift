import ArgumentParser
import Foundation
import LiveMarbles
import WebServer

/// Every operator on a page.
@main
struct Marbles: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marbles",
    abstract: "A page on which you edit the marbles of an operator and see its output.",
    discussion:
      "The output is computed here, in virtual time. The address of the page names the operator and its inputs.")

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on, 0 for any free port.")
  var port: UInt16 = 8090

  @Flag(help: "Print the tests of all operators, as the page shows them, and exit.")
  var tests = false

  func run() async throws {
    let site = MarbleSite()
    if tests { return print(try site.allTests(), terminator: "") }
    let server = Server(paths: [], hosts: Server.loopback.union([host])) { site.respond(to: $0) }
    try await server.run(host: host, port: Int(port)) { [host] port in
      // Even into a pipe, the line is there immediately.
      FileHandle.standardOutput.write(Data("http://\(host):\(port)\n".utf8))
    }
  }
}
