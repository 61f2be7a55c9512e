import ArgumentParser
import BoardModel
import BoardServer
import BoardWeb
import Foundation
import Remote
import Rill
import TerminalLines
import WebServer

/// A kanban board: servers that share a database, and any number of clients, which also work without them.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "A kanban board that works offline.",
    subcommands: [Serve.self, Join.self, Web.self])
}

/// The server of a board.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Serves a board.")

  @Option(help: "The address to listen on. There are no passwords: any client that can connect may change the board.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on, 0 for any free port.")
  var port: UInt16 = 8090

  @Option(help: "The SQLite file of a single server.")
  var store = "board.sqlite"

  @Option(help: "The address of a PostgreSQL database for several servers: postgres://…")
  var postgres: String?

  @Option(help: "The seconds between two heartbeats.")
  var heartbeat = 10.0

  @MainActor
  func run() async throws {
    var limits = WireLimits()
    limits.heartbeat = .seconds(heartbeat)
    let board =
      if let postgres { try BoardService(postgres: postgres, limits: limits) } else {
        try BoardService(path: store, limits: limits)
      }
    let server = Server(paths: ["/wire"], hosts: Server.loopback.union([host])) { _ in
      Response(404, "A client joins with: board join")
    }
    server.sockets.subscribe { board.wire.open($0) }
    try await server.run(host: host, port: Int(port)) { [host] in Terminal.say("board join --server \(host):\($0)") }
  }
}

/// The address of a server: `host:port`, or a host with the usual port.
struct ServerAddress: ExpressibleByArgument {
  let host: String
  let port: Int

  init?(argument: String) {
    let words = argument.split(separator: ":", omittingEmptySubsequences: false)
    let port = words.count == 1 ? 8090 : Int(words[1]) ?? 0
    guard words.count < 3, !words[0].isEmpty, (1...65_535).contains(port) else { return nil }
    (host, self.port) = (String(words[0]), port)
  }

  var defaultValueDescription: String { "\(host):\(port)" }
}

/// The options of a client.
struct ClientOptions: ParsableArguments {
  @Option(
    name: .customLong("server"),
    help: ArgumentHelp(
      "The address of a server. If it does not answer, the client tries that of the next --server option.",
      valueName: "host:port"))
  var servers = [ServerAddress(argument: "127.0.0.1:8090")!]

  @Option(help: "The file of the changes that the server has not received. Another file beside it has the last board.")
  var outbox = "board.outbox"

  @Option(help: "The seconds of silence after which the connection counts as lost.")
  var silence = 30.0

  func validate() throws {
    if !(silence > 0 && silence < 1e6) { throw ValidationError("--silence needs more than 0 seconds.") }
  }

  @MainActor
  func board() throws -> Board {
    var limits = WireLimits()
    limits.silence = .seconds(silence)
    let file = try FileOutboxStore<BoardChange>(at: URL(filePath: outbox))
    let servers = WireAddresses(servers.map { WireAddress($0.host, $0.port) })
    let copy = FileReplicaStore<[BoardRow], WirePosition>(at: URL(filePath: outbox + ".board"))
    return try Board(over: servers, store: file, copy: copy, limits: limits)
  }
}

/// A board in the terminal.
struct Join: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a board in the terminal, and changes it.", discussion: BoardChange.manual)

  @OptionGroup var options: ClientOptions

  @MainActor
  func run() async throws { await TerminalBoard(try options.board()).run(Terminal.lines) }
}

/// A board as a web page.
struct Web: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a board as a web page. The page works while this program runs, also without the server.")

  @OptionGroup var options: ClientOptions

  @Option(help: "The port of the page, 0 for any free port.")
  var port: UInt16 = 8091

  @MainActor
  func run() async throws {
    let site = BoardSite(try options.board())
    let server = Server { site.respond(to: $0) }
    server.sockets.subscribe { site.open($0) }
    try await server.run(host: "127.0.0.1", port: Int(port)) { Terminal.say("http://127.0.0.1:\($0)") }
  }
}
