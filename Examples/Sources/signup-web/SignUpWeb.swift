import ArgumentParser
import Foundation
import Inspection
import Logging
import Rill
import SignUpModel
import SignUpWeb

#if POSTGRES
  import SignUpPostgres
#endif

/// The sign-up screen as a web page.
@main
struct SignUpWeb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-web",
    abstract: "A sign-up screen as a web page. Each element of the page is an object on the server.",
    discussion:
      "Omitted options are read from the environment: SIGNUP_STORE, SIGNUP_LOG_FORMAT and so on.")

  @Option(
    help: ArgumentHelp(
      "The store of the addresses: a file, or postgres://… for several servers.", valueName: "store"))
  var store = setting("store", "subscribers.sqlite")

  @Option(help: "The address to listen on.")
  var host = setting("host", "127.0.0.1")

  @Option(
    help: ArgumentHelp(
      "Additional host names of the server, separated by commas.", valueName: "names"))
  var hosts = setting("hosts", "")

  @Option(help: "The port to listen on, 0 for any free port.")
  var port = setting("port", 8080 as UInt16)

  @Option(help: ArgumentHelp("The minimum duration of a request, in milliseconds.", valueName: "ms"))
  var latency = setting("latency", 800 as UInt32)

  @Option(help: ArgumentHelp("How long a session outlives its last tab, in milliseconds.", valueName: "ms"))
  var linger = setting("linger", 5_000 as UInt32)

  @Option(help: ArgumentHelp("How long a connection may be silent, in milliseconds.", valueName: "ms"))
  var patience = setting("patience", 20_000 as UInt32)

  @Option(help: ArgumentHelp("How long requests may take to end after SIGTERM, in milliseconds.", valueName: "ms"))
  var grace = setting("grace", 10_000 as UInt32)

  @Option(help: "The lowest level that is logged on standard error.")
  var log = setting("log", Logger.Level.notice)

  @Option(help: "The format of the log.")
  var logFormat = setting("log-format", LogFormat.text)

  @OptionGroup var inspection: Inspection

  @MainActor
  func run() async throws {
    try inspection.begin()
    switch logFormat {
    case .text: LoggingSystem.bootstrap(StreamLogHandler.standardError)
    case .json: LoggingSystem.bootstrap(JSONLogHandler.init)
    }
    var logger = Logger(label: "signup-web")
    logger.logLevel = log

    allowManyFiles()
    let list = try openList()
    let sessions = Sessions(list, linger: .milliseconds(linger), logger: logger)
    let names = [host] + hosts.split(separator: ",").map(String.init)
    let site = Site(sessions, list, patience: .milliseconds(patience), hosts: names, logger: logger)
    let ending = Signal.posixSignals(SIGTERM).deliver(on: .main).subscribe { [grace] _ in
      Task { await site.drain(within: .milliseconds(grace)) }
    }
    defer { ending.dispose() }
    try await site.serve(host: host, port: Int(port)) { [host] port in say("http://\(host):\(port)") }
  }

  private func openList() throws(SubscribeError) -> any SubscriberList {
    guard store.hasPrefix("postgres://") || store.hasPrefix("postgresql://") else {
      return try AddressBook(path: store, latency: .milliseconds(latency))
    }
    #if POSTGRES
      return try PostgresList(address: store, latency: .milliseconds(latency))
    #else
      throw .storeFailed("This program was built without libpq: apt-get install libpq-dev, and build it again.")
    #endif
  }

  /// Prints a line immediately, even into a pipe.
  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Every socket is a file, and shells start programs with room for few.
  private func allowManyFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 8_192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
extension LogFormat: ExpressibleByArgument {}
