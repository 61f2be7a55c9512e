import ArgumentParser
import BoardModel
import BoardServer
import BoardWeb
import Foundation
import Remote
import Rill
import TerminalLines
import WebServer

/// A kanban board: one server, and any number of clients, which also work without it.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "A kanban board that works offline.",
    subcommands: [Serve.self, Join.self, Web.self])
}

/// The server of a board.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Serves a board.")

  @Option(help: "Where to listen, 0 for any free port.")
  var port: UInt16 = 8090

  @Option(help: "A SQLite file, or the address of a PostgreSQL database: postgres://…")
  var store = "board.sqlite"

  @Option(help: "The seconds between two signs of life.")
  var heartbeat = 10.0

  @MainActor
  func run() async throws {
    var limits = WireLimits()
    limits.heartbeat = .seconds(heartbeat)
    let board = try BoardService(storedAt: store, limits: limits)
    let server = Server(paths: ["/wire"]) { _ in Response(404, "A client joins with: board join") }
    server.sockets.subscribe { board.wire.open($0) }
    try await server.run(host: "127.0.0.1", port: Int(port)) { Terminal.say("board join --port \($0)") }
  }
}

/// The options of a client.
struct ClientOptions: ParsableArguments {
  @Option(help: "The port of the server.")
  var port = 8090

  @Option(help: "The file with the changes that the server does not have.")
  var outbox = "board.outbox"

  @Option(help: "The seconds of silence after which the connection counts as lost.")
  var silence = 30.0

  func validate() throws {
    if !(1...65_535).contains(port) { throw ValidationError("There is no port \(port). Give that of a board serve.") }
    if !(silence > 0 && silence < 1e6) { throw ValidationError("The silence has more than 0 seconds.") }
  }

  @MainActor
  func board() throws -> Board {
    var limits = WireLimits()
    limits.silence = .seconds(silence)
    let file = try FileOutboxStore<BoardChange>(at: URL(filePath: outbox))
    return try Board(over: WireAddress("127.0.0.1", port), store: file, limits: limits)
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

  @Option(help: "Where the page is, 0 for any free port.")
  var page: UInt16 = 8091

  @MainActor
  func run() async throws {
    let site = BoardSite(try options.board())
    let server = Server { site.respond(to: $0) }
    server.sockets.subscribe { site.open($0) }
    try await server.run(host: "127.0.0.1", port: Int(page)) { Terminal.say("http://127.0.0.1:\($0)") }
  }
}
